// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.grpc.ClientCall;
import io.grpc.Status;
import java.io.IOException;

/** Reads what the client wrote, again and again until it sees it. */
final class ReadBack extends GrpcExchange {
  private static final byte[] NO_RULE = {};

  private final byte[] request;
  private final AnswerCheck check;
  private byte[] answer;

  /**
   * Reads that have not begun.
   *
   * @param check finds no flaw in the rules as they were written, and {@link GrpcCause#NOT_COUNTED}
   *     in those of before
   */
  ReadBack(int client, byte[] request, AnswerCheck check, Exchange exchange) {
    super(ArionMethod.READ, client, exchange);
    this.request = request;
    this.check = check;
  }

  @Override
  void begin(ClientCall<byte[], byte[]> call) {
    answer = null;
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  void take(byte[] message) {
    if (answer != null) {
      fail(GrpcCause.TOO_MANY);
    }
    answer = message;
  }

  @Override
  void ended() {
    Cause flaw = flaw();
    if (flaw == null) {
      succeed(null);
    } else if (flaw == GrpcCause.NOT_COUNTED) {
      startAgain();
    } else {
      fail(flaw);
    }
  }

  private Cause flaw() {
    try {
      return answer == null ? GrpcCause.EMPTY : check.flaw(answer);
    } catch (IOException e) {
      return GrpcCause.UNREADABLE;
    }
  }

  /** The real server says UNKNOWN of a rule that is not there. */
  @Override
  void refused(Status status) {
    boolean notThere =
        status.getCode() == Status.Code.UNKNOWN || status.getCode() == Status.Code.NOT_FOUND;
    if (notThere) {
      answer = NO_RULE;
      ended();
    } else {
      super.refused(status);
    }
  }
}
