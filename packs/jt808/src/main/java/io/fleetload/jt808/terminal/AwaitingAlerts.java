// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.stamp.Stamp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The alerts of one terminal that wait for the same kind of command, the oldest first. */
final class AwaitingAlerts {
  private static final Stamp.Legs UNKNOWN =
      new Stamp.Legs(Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN, Stamp.UNKNOWN);

  private final Deque<Awaiting> awaiting = new ArrayDeque<>(1);

  /** Alerts that waited for too long; a question for each of these may still come. */
  private int late;

  /** The last alert that a question answered; null before it. */
  private Stamp answered;

  /** An alert, and the time at which it has waited for too long. */
  private record Awaiting(Stamp alert, Exchange exchange, long until) {}

  /** An alert was sent. */
  void add(Stamp alert, Exchange exchange, long now, long timeoutNanos) {
    dropLate(now);
    awaiting.addLast(new Awaiting(alert, exchange, now + timeoutNanos));
  }

  /** Else a question that is lost would make all later ones answers to the alert before theirs. */
  private void dropLate(long now) {
    while (!awaiting.isEmpty() && now - awaiting.peekFirst().until > 0) {
      awaiting.removeFirst();
      late++;
    }
  }

  /** An alert does not wait any longer. */
  void forget(Exchange exchange) {
    if (awaiting.removeIf(each -> each.exchange == exchange)) {
      late++;
    }
  }

  /** A command came that names its alert. */
  void answered(Stamp stamp) {
    awaiting.removeIf(
        each -> each.alert.n() == stamp.n() && each.alert.flow().equals(stamp.flow()));
  }

  /** The stamp of the alert that a question answers. */
  Optional<Stamp> question(long now) {
    dropLate(now);
    if (!awaiting.isEmpty()) {
      answered = awaiting.peekFirst().alert.with(UNKNOWN);
    } else if (late > 0) {
      late--;
      return Optional.empty();
    }
    return Optional.ofNullable(answered);
  }
}
