// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.simulator.device.SignsOfLife.SilenceListener;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.SessionGroup;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.ConnectionBook.EndReason;
import io.fleetload.simulator.measure.DisturbedSessions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Sessions that end and begin again. What is due meanwhile waits, and goes late.
 *
 * <p>Some are taken by the target or the network: one that was ended, one on which nothing comes
 * back, one that cannot reach its target. The device gives such a session up and begins a new one.
 * Many begin at the connect phase's rate, so that they do not all come at once; an attempt that
 * fails is repeated as the first ones are. Runs on the wire's thread.
 */
final class Reconnector {
  private final List<SessionGroup> groups;
  private final DeviceRanges ranges;
  private final long stepNanos;
  private final Connector connector;
  private final SessionState sessions;
  private final ConnectionBook book;
  private final IntFunction<DeviceLink> links;
  private final WireLoop loop;
  private final RunClock clock;
  private final DisturbedSessions disturbed;

  /** By group, as each waits for its own time. */
  private final SignsOfLife[] signs;

  private final Map<Integer, Long> rebound = new HashMap<>();

  /** By session of a device that is about to sleep: when it wakes. */
  private final Map<Integer, Long> wakes = new HashMap<>();

  private long nextBeginNanos = Long.MIN_VALUE;

  Reconnector(
      FleetPlan plan,
      Connector connector,
      IntFunction<DeviceLink> links,
      WireLoop loop,
      RunClock clock,
      DisturbedSessions disturbed) {
    this.groups = plan.groups();
    this.ranges = SessionGroup.ranges(groups);
    this.signs = new SignsOfLife[groups.size()];
    Arrays.setAll(signs, group -> new SignsOfLife());
    double perSecond = plan.ownSessions().part(plan.phases().connect().rate().perSecond());
    this.stepNanos = Math.round(1e9 / perSecond);
    this.connector = connector;
    this.sessions = connector.sessions();
    this.book = connector.book();
    this.links = links;
    this.loop = loop;
    this.clock = clock;
    this.disturbed = disturbed;
    sessions.onReopen(this::forget);
  }

  /** A message goes out. */
  void sent(Attempt message) {
    signs(message.session).sent(message.session, message.sentNanos);
    book.outage().sent(message.session, message.dueNanos);
  }

  /** Something came back on the session of a message. */
  void heard(Attempt message) {
    signs(message.session).heard(message.session);
    if (!rebound.isEmpty()
        && rebound.getOrDefault(message.session, Long.MAX_VALUE) < message.sentNanos) {
      rebound.remove(message.session);
    }
  }

  /** A message had its outcome; {@code cause} is why it failed, or null. */
  void ended(int session, Cause cause) {
    if (!(cause instanceof Cause.Transport)) {
      return;
    }
    if (!sessions.isOpen(session)) {
      book.outage().failed(session, 1);
      return;
    }
    boolean silent = signs(session).failed(session);
    if (cause == Cause.Transport.UNREACHABLE && patienceNanos(session) > 0) {
      giveUp(session, EndReason.SILENT, cause);
    } else if (cause == Cause.Transport.DISCONNECTED) {
      giveUp(session, EndReason.TARGET, cause);
    }
    if (!silent) {
      book.outage().failed(session, 1);
    }
  }

  /** The session goes on from another port; it hears nothing there until something comes back. */
  void rebound(int session) {
    rebound.put(session, clock.nanos());
  }

  /** The target or the network ended a session. */
  void disconnected(int session) {
    giveUp(session, EndReason.TARGET, Cause.Transport.DISCONNECTED);
  }

  /** Gives up the sessions that were silent for too long. */
  void giveUpSilent(long now) {
    for (int i = 0; i < signs.length; i++) {
      giveUpSilent(signs[i], groups.get(i).reconnectAfterNanos(), now);
    }
  }

  private void giveUpSilent(SignsOfLife waiting, long patienceNanos, long now) {
    if (patienceNanos == 0 || connector.stopped()) {
      return;
    }
    Integer session;
    while ((session = waiting.silentSince(now - patienceNanos)) != null) {
      giveUp(
          session,
          rebound.containsKey(session) ? EndReason.REBIND : EndReason.SILENT,
          Cause.Transport.TIMEOUT);
    }
  }

  /**
   * Ends a session as a device does that leaves: once nothing is under way, which every message's
   * own time limit bounds. One that is away already is let be.
   *
   * @param isIdle whether nothing is under way on it now
   */
  void leave(int session, boolean isIdle) {
    if (sessions.leave(session) && isIdle) {
      idle(session);
    }
  }

  /** Ends a session as {@link #leave} does; it begins again when its device wakes. */
  void sleep(int session, long wakesNanos, boolean isIdle) {
    wakes.put(session, wakesNanos);
    leave(session, isIdle);
  }

  /** Ends a session for good, as a device does that leaves: once nothing is under way. */
  void part(int session, boolean isIdle) {
    sessions.part(session);
    if (isIdle) {
      idle(session);
    }
  }

  /** Nothing is under way on a session any more. */
  void idle(int session) {
    if (connector.stopped()) {
      return;
    }
    if (sessions.isParting(session)) {
      if (sessions.parted(session)) {
        forget(session);
        book.left(session, clock.nanos());
        links.apply(session).close();
      }
    } else if (sessions.left(session)) {
      book.ended(session, EndReason.CHURN, clock.nanos());
      links.apply(session).close();
      Long wakesNanos = wakes.remove(session);
      long away = wakesNanos == null ? 0 : wakesNanos - clock.nanos();
      if (away <= 0) {
        comeBack(session);
      } else {
        loop.after(away, () -> comeBack(session));
      }
    }
  }

  /**
   * Loses a session; what is under way fails at once for that cause.
   *
   * @param goneNanos since when it was gone, on the run's clock
   * @return whether it was there to be lost; {@link #comeBack} has to follow then
   */
  boolean lose(int session, EndReason why, long goneNanos, Cause cause) {
    if (!sessions.lose(session)) {
      return false;
    }
    book.ended(session, why, goneNanos);
    if (why == EndReason.SILENT || why == EndReason.TARGET) {
      book.outage().gone(session, goneNanos, clock.epochNanos(goneNanos));
      disturbed.gone(session, goneNanos);
    }
    links.apply(session).lose(cause);
    return true;
  }

  /** Begins a lost session again, however often it has to try. */
  void comeBack(int session) {
    connector.open(
        session,
        Connector.UNTIL_OPEN,
        true,
        cause -> {
          // It gives up with the run only, and is counted as outstanding then.
          if (cause == null) {
            long now = clock.nanos();
            book.back(session);
            book.outage().back(session, now, clock.epochNanos(now));
            disturbed.back(session);
            sessions.open(session);
          }
        });
  }

  private void giveUp(int session, EndReason why, Cause cause) {
    if (connector.stopped()) {
      return;
    }
    SilenceListener silence = forget(session);
    long goneNanos =
        silence == null || why == EndReason.TARGET ? clock.nanos() : silence.sinceNanos;
    if (lose(session, why, goneNanos, cause)) {
      book.outage().failed(session, silence == null ? 0 : silence.failed());
      beginAnew(session);
    }
  }

  private SilenceListener forget(int session) {
    rebound.remove(session);
    return signs(session).heard(session);
  }

  private SignsOfLife signs(int session) {
    return signs[ranges.of(session)];
  }

  private long patienceNanos(int session) {
    return groups.get(ranges.of(session)).reconnectAfterNanos();
  }

  private void beginAnew(int session) {
    long now = clock.nanos();
    long begin = Math.max(now, nextBeginNanos);
    nextBeginNanos = begin + stepNanos;
    loop.after(
        begin - now,
        () -> {
          if (!connector.stopped()) {
            comeBack(session);
          }
        });
  }
}
