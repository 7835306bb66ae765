// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.simulator.device.SignsOfLife.Silence;
import io.fleetload.simulator.measure.ConnectionBook.Ended;
import io.fleetload.simulator.measure.OutageBook;
import java.util.HashMap;
import java.util.Map;

/**
 * Sessions that the target or the network took from the devices: one that was ended, one on which
 * nothing comes back, one whose target cannot be reached. The device gives it up and begins a new
 * one. Many begin at the connect phase's rate, so that they do not all come at once; an attempt
 * that fails is repeated as the first ones are. Runs on the wire's thread.
 */
final class Healing {
  private final long patienceNanos;
  private final long stepNanos;
  private final WireLoop loop;
  private final RunClock clock;
  private final Presence presence;
  private final Opening opening;
  private final Reconnecting reconnecting;
  private final OutageBook outage;
  private final SignsOfLife signs = new SignsOfLife();
  private final Map<Integer, Long> rebound = new HashMap<>();
  private long nextBeginNanos = Long.MIN_VALUE;

  Healing(
      FleetPlan plan,
      WireLoop loop,
      RunClock clock,
      Connecting connecting,
      Reconnecting reconnecting) {
    this.patienceNanos = plan.reconnectAfterNanos();
    double perSecond = plan.ownSessions().part(plan.phases().connect().rate().perSecond());
    this.stepNanos = Math.round(1e9 / perSecond);
    this.loop = loop;
    this.clock = clock;
    this.presence = connecting.presence();
    this.opening = connecting.opening();
    this.reconnecting = reconnecting;
    this.outage = opening.book().outage();
    presence.onRelease(this::isNew);
  }

  /** A message goes out. */
  void sent(Attempt message) {
    signs.sent(message.session, message.sentNanos);
    outage.sent(message.session, message.dueNanos);
  }

  /** Something came back on the session of a message. */
  void heard(Attempt message) {
    signs.heard(message.session);
    if (!rebound.isEmpty()
        && rebound.getOrDefault(message.session, Long.MAX_VALUE) < message.sentNanos) {
      rebound.remove(message.session);
    }
  }

  private void isNew(int session) {
    signs.heard(session);
    rebound.remove(session);
  }

  /** A message had its outcome; {@code cause} is why it failed, or null. */
  void ended(int session, Cause cause) {
    if (!(cause instanceof Cause.Transport)) {
      return;
    }
    if (!presence.ready(session)) {
      outage.failed(session, 1);
      return;
    }
    boolean silent = signs.failed(session);
    if (cause == Cause.Transport.UNREACHABLE && patienceNanos > 0) {
      giveUp(session, Ended.SILENT, cause);
    } else if (cause == Cause.Transport.DISCONNECTED) {
      giveUp(session, Ended.TARGET, cause);
    }
    if (!silent) {
      outage.failed(session, 1);
    }
  }

  /** The session goes on from another port; it hears nothing there until something comes back. */
  void rebound(int session) {
    rebound.put(session, clock.nanos());
  }

  /** The target or the network ended a session. */
  void disconnected(int session) {
    giveUp(session, Ended.TARGET, Cause.Transport.DISCONNECTED);
  }

  /** Gives up the sessions that were silent for too long. */
  void giveUpSilent(long now) {
    if (patienceNanos == 0 || opening.stopped()) {
      return;
    }
    Integer session;
    while ((session = signs.silentSince(now - patienceNanos)) != null) {
      giveUp(
          session,
          rebound.containsKey(session) ? Ended.REBIND : Ended.SILENT,
          Cause.Transport.TIMEOUT);
    }
  }

  private void giveUp(int session, Ended why, Cause cause) {
    if (opening.stopped()) {
      return;
    }
    Silence silence = signs.heard(session);
    rebound.remove(session);
    long goneNanos = silence == null || why == Ended.TARGET ? clock.nanos() : silence.sinceNanos;
    if (reconnecting.lose(session, why, goneNanos, cause)) {
      outage.failed(session, silence == null ? 0 : silence.failed());
      beginAnew(session);
    }
  }

  private void beginAnew(int session) {
    long now = clock.nanos();
    long begin = Math.max(now, nextBeginNanos);
    nextBeginNanos = begin + stepNanos;
    loop.after(
        begin - now,
        () -> {
          if (!opening.stopped()) {
            reconnecting.comeBack(session);
          }
        });
  }
}
