// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Notes what makes it uncertain that the backend received all that NATS had for it. NATS keeps
 * nothing for a client that is away or too slow.
 */
final class Losses implements ConnectionListener, ErrorListener {
  private final AtomicReference<String> first = new AtomicReference<>();

  /** What went wrong first; null where nothing did. */
  String first() {
    return first.get();
  }

  @Override
  @SuppressWarnings("deprecation") // the client has no other method without a default
  public void connectionEvent(Connection connection, Events type) {
    if (type == Events.DISCONNECTED) {
      first.compareAndSet(null, "it was not connected for a while, and");
    }
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    first.compareAndSet(null, "the backend was too slow for it, and");
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    first.compareAndSet(null, "it said \"" + error + "\", and");
  }
}
