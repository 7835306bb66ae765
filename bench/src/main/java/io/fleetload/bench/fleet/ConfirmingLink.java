// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.driver.WireLoop;
import java.util.Set;

/**
 * A session without a wire, which confirms every message at once: what is left is what a message
 * costs before and after the wire.
 */
final class ConfirmingLink implements DeviceLink {
  private final WireLoop loop;

  ConfirmingLink(WireLoop loop) {
    this.loop = loop;
  }

  @Override
  public void connect(Exchange exchange) {
    loop.execute(() -> exchange.opened(Set.of()));
  }

  @Override
  public void send(Message message, Exchange exchange) {
    loop.execute(() -> exchange.succeeded(null));
  }

  @Override
  public void abandon(Exchange exchange) {
    // Nothing stays under way for long enough to be given up.
  }

  @Override
  public void close() {
    // There is no server to inform.
  }

  @Override
  public void lose(Cause cause) {
    // There is nothing under way to fail.
  }
}
