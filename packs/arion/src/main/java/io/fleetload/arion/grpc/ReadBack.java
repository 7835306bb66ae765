// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.driver.DeviceLink.Exchange;
import io.grpc.ClientCall;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** Reads what the client wrote, again and again until it sees it. */
final class ReadBack extends Exchanged {
  private final byte[] request;
  private final Predicate<List<NeighborRule>> seen;
  private List<NeighborRule> rules = List.of();

  /**
   * Reads that have not begun.
   *
   * @param seen whether these are the rules as they were written
   */
  ReadBack(byte[] request, Predicate<List<NeighborRule>> seen, Exchange exchange) {
    super(ArionMethod.READ, exchange);
    this.request = request;
    this.seen = seen;
  }

  @Override
  void begin(ClientCall<byte[], byte[]> call) {
    rules = List.of();
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  void take(byte[] answer) throws IOException {
    rules = ReadAnswer.rules(answer);
  }

  @Override
  void ended() {
    if (seen.test(rules)) {
      succeed(null);
    } else {
      startAgain();
    }
  }

  /** The real server says UNKNOWN of a rule that is not there. */
  @Override
  void refused(Status status) {
    boolean notThere =
        status.getCode() == Status.Code.UNKNOWN || status.getCode() == Status.Code.NOT_FOUND;
    if (notThere) {
      rules = List.of();
      ended();
    } else {
      super.refused(status);
    }
  }
}
