// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionFlow.End;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.WireLoop;
import io.grpc.ClientCall;
import java.io.IOException;
import java.util.function.IntFunction;

/** One stream: several requests, and the answers to them. */
final class BidiStream extends GrpcExchange {
  private final Plan plan;
  private final WireLoop loop;
  private ClientCall<byte[], byte[]> call;
  private int sent;
  private int answered;
  private Cause flaw;
  private boolean paused;

  /**
   * The requests, the expected answers and the end of a stream.
   *
   * @param requests number of requests
   * @param answers how many answers make it whole
   * @param request makes them, by their number from 0
   * @param intervalNanos between two of them
   * @param end when this side ends it
   * @param check looks at each answer
   */
  record Plan(
      int requests,
      int answers,
      IntFunction<byte[]> request,
      long intervalNanos,
      End end,
      AnswerCheck check) {}

  BidiStream(ArionMethod method, int client, Plan plan, WireLoop loop, Exchange exchange) {
    super(method, client, exchange);
    this.plan = plan;
    this.loop = loop;
  }

  @Override
  void begin(ClientCall<byte[], byte[]> begun) {
    call = begun;
    goOn();
  }

  /** The connection takes more. */
  @Override
  public void onReady() {
    goOn();
  }

  private void goOn() {
    // The first one goes whatever the connection says: it is what makes the call begin.
    while (sent < plan.requests && !paused && isUnderWay() && (sent == 0 || call.isReady())) {
      call.sendMessage(plan.request.apply(sent++));
      if (sent == plan.requests && plan.end == End.AT_ONCE) {
        call.halfClose();
      } else if (sent < plan.requests && plan.intervalNanos > 0) {
        paused = true;
        loop.after(plan.intervalNanos, this::interval);
      }
    }
  }

  private void interval() {
    paused = false;
    goOn();
  }

  @Override
  void take(byte[] answer) throws IOException {
    Cause wrong = plan.check.flaw(answer);
    if (wrong == GrpcCause.NOT_COUNTED) {
      return;
    }
    if (wrong != null) {
      flaw = wrong;
    } else {
      responded();
    }
    answered++;
    if (answered > plan.answers) {
      fail(GrpcCause.TOO_MANY);
    } else if (answered == plan.answers && sent == plan.requests) {
      whole();
    }
  }

  private void whole() {
    if (plan.end == End.AFTER_LAST) {
      call.halfClose();
    } else if (plan.end == End.CANCEL) {
      cancel();
      ended();
    }
  }

  @Override
  void ended() {
    if (flaw == null) {
      succeed(null);
    } else {
      fail(flaw);
    }
  }
}
