// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Message;

/** The calls that the messages of one flow are. */
@FunctionalInterface
interface FlowCalls {
  /** The call that a message is. */
  GrpcExchange of(Message message, Exchange exchange);
}
