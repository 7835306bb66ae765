// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.grpc.ClientCall;
import java.io.IOException;
import java.util.function.Supplier;

/** One request with one answer. */
final class Unary extends GrpcExchange {
  private final byte[] request;
  private final AnswerCheck check;
  private final Supplier<Inbound> inbound;
  private byte[] answer;

  /**
   * A request that was not sent.
   *
   * @param inbound what its success brings; null in it for nothing
   */
  Unary(
      ArionMethod method,
      int client,
      byte[] request,
      AnswerCheck check,
      Supplier<Inbound> inbound,
      Exchange exchange) {
    super(method, client, exchange);
    this.request = request;
    this.check = check;
    this.inbound = inbound;
  }

  @Override
  void begin(ClientCall<byte[], byte[]> call) {
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
      succeed(inbound.get());
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
}
