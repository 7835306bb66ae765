// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Stamp;

/** The writes of a flow of kind write. */
final class WriteCalls implements FlowCalls {
  private final ArionFlow.Write write;
  private final RuleCheck check;

  WriteCalls(ArionFlow.Write write, RuleCheck check) {
    this.write = write;
    this.check = check;
  }

  @Override
  public GrpcExchange of(Message message, Exchange exchange) {
    return new Unary(
        ArionMethod.WRITE,
        message.device(),
        message.payload(),
        AnswerCheck::ofWrite,
        () -> toReadBack(message),
        exchange);
  }

  /** The read that follows a write that went well, or null. */
  private Inbound toReadBack(Message message) {
    if (!write.readBack()) {
      return null;
    }
    Stamp stamp = message.stamp();
    Stamp.Legs legs = new Stamp.Legs(stamp.sent(), Stamp.UNKNOWN, Stamp.UNKNOWN, check.now());
    return new Inbound(message.device(), stamp.with(legs), null);
  }
}
