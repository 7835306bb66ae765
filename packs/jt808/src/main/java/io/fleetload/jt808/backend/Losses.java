// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Notes what makes it uncertain that the backend received all that NATS had for it. NATS keeps
 * nothing for a client that is away or too slow.
 */
final class Losses implements ConnectionListener, ErrorListener {
  private final AtomicReference<UnaryOperator<String>> first = new AtomicReference<>();

  private final AtomicReference<Exception> failure = new AtomicReference<>();

  private final AtomicReference<String> tooLarge = new AtomicReference<>();

  /** First failure that the client met; it gives the reason why it cannot connect only here. */
  Optional<Exception> firstFailure() {
    return Optional.ofNullable(failure.get());
  }

  /** Announcement by NATS of a message that is too large to take; it will do so again. */
  Optional<String> tooLarge() {
    return Optional.ofNullable(tooLarge.get());
  }

  /** Returns whether anything went wrong. */
  boolean happened() {
    return first.get() != null;
  }

  /** The name of a NATS with what went wrong first, before the words "did not answer". */
  String with(String nats) {
    return happened() ? first.get().apply(nats) : nats;
  }

  @Override
  @SuppressWarnings("deprecation") // the client has no other method without a default
  public void connectionEvent(Connection connection, Events type) {
    if (type == Events.DISCONNECTED) {
      first.compareAndSet(null, nats -> "for a while " + nats);
    }
  }

  @Override
  public void exceptionOccurred(Connection connection, Exception why) {
    failure.compareAndSet(null, why);
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof BoundedDataPort.TooLarge said) {
        tooLarge.compareAndSet(null, said.getMessage());
        first.compareAndSet(null, nats -> "for a while " + nats);
      }
    }
  }

  @Override
  public void slowConsumerDetected(Connection connection, Consumer consumer) {
    first.compareAndSet(null, nats -> nats + ", for which the backend was too slow,");
  }

  @Override
  public void errorOccurred(Connection connection, String error) {
    first.compareAndSet(null, nats -> nats + ", which said \"" + error + "\",");
  }
}
