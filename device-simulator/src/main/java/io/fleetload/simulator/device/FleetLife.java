// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.Turnover;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.Rounds;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.SessionGroup;
import io.fleetload.simulator.device.plan.Sleep;
import io.fleetload.simulator.measure.ConnectionBook.EndReason;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Life of the fleet's sessions from the beginning of the flows to the end of the measured phase:
 * churn, changed ports, storms, devices that join and leave. Runs on the wire's thread.
 */
final class FleetLife {
  /** Number of sessions of a storm or wave that are taken before the wire is looked at again. */
  private static final int BATCH = 64;

  private final FleetPlan plan;
  private final WireLoop loop;
  private final RunClock clock;
  private final IntFunction<DeviceLink> links;
  private final Connector connector;
  private final Reconnector reconnecting;
  private final InFlight inFlight;
  private final RunTimes times;
  private final Sleep sleep;
  private final ShardDevices own;
  private int joining;

  FleetLife(
      FleetPlan plan,
      WireLoop loop,
      RunClock clock,
      IntFunction<DeviceLink> links,
      Connector connector,
      Reconnector reconnecting,
      InFlight inFlight,
      RunTimes times,
      Sleep sleep) {
    this.plan = plan;
    this.loop = loop;
    this.clock = clock;
    this.links = links;
    this.connector = connector;
    this.reconnecting = reconnecting;
    this.inFlight = inFlight;
    this.times = times;
    this.sleep = sleep;
    this.own = plan.ownSessions();
  }

  void begin() {
    plan.groups().forEach(this::begin);
  }

  private void begin(SessionGroup group) {
    Random random = new Random(plan.seed() + group.first());
    if (group.life().churn() != null) {
      round(
          group,
          rounds(group, group.life().churn(), random),
          session -> reconnecting.leave(session, inFlight.ofSession(session) == 0));
    }
    if (group.life().rebind() != null) {
      round(group, rounds(group, group.life().rebind(), random), this::rebind);
    }
    if (group.life().sleepy() != null && group.life().sleepy().offline()) {
      for (int session = group.first(); session < group.first() + group.count(); session++) {
        if (own.has(session)) {
          sleep(session, group.life().sleepy().asleep().nanos(), 0);
        }
      }
    }
  }

  /** It is known when the measured phase begins. */
  void measuringIsDecided() {
    for (SessionGroup group : plan.groups()) {
      Life.Storm storm = group.life().storm();
      for (Span at : storm == null ? List.<Span>of() : storm.at()) {
        at(times.measureStartNanos() + at.nanos(), () -> storm(group, 0, clock.nanos()));
      }
      int first = own.below(group.first());
      if (group.life().joins() != null) {
        Life.Wave joins = group.life().joins(group.count(), plan.phases().connect().rate());
        wave(group, joins, first, this::join);
      }
      if (group.life().leaves() != null) {
        wave(group, group.life().leaves().orOver(0), first, this::part);
      }
    }
  }

  /** Sessions of devices that have joined, and to which attempts are under way. */
  int joining() {
    return joining;
  }

  /** A session is open again, and what waited for it is sent. */
  void reopened(int session) {
    if (connector.sessions().isParting(session)) {
      part(session);
    }
  }

  /** Takes the own sessions of a group from a place among all own ones on, each at its time. */
  private void wave(SessionGroup group, Life.Wave wave, int from, IntConsumer turn) {
    int end = own.below(group.first() + group.count());
    for (int place = from; place < end; place++) {
      int session = own.device(place);
      long now = clock.nanos();
      long due = times.measureStartNanos() + wave.nanos(session - group.first(), group.count());
      if (due >= times.measureEndNanos()) {
        return;
      }
      if (due > now || place - from == BATCH) {
        int next = place;
        at(Math.max(due, now), () -> wave(group, wave, next, turn));
        return;
      }
      turn.accept(session);
    }
  }

  private void join(int session) {
    joining++;
    connector.join(session, () -> joining--);
  }

  private void part(int session) {
    reconnecting.part(session, inFlight.ofSession(session) == 0);
  }

  private static Rounds rounds(SessionGroup group, Turnover pace, Random random) {
    return new Rounds(group.count(), pace, random);
  }

  private void round(SessionGroup group, Rounds rounds, IntConsumer turn) {
    long due = times.startNanos() + rounds.dueNanos();
    if (due < times.measureEndNanos()) {
      at(
          due,
          () -> {
            int session = group.first() + rounds.next();
            if (own.has(session)) {
              turn.accept(session);
            }
            round(group, rounds, turn);
          });
    }
  }

  private void sleep(int session, long lastsNanos, long fromNanos) {
    long begins = sleep.nextSleepNanos(session, fromNanos);
    long due = times.startNanos() + begins;
    if (begins >= 0 && due < times.measureEndNanos()) {
      at(
          due,
          () -> {
            reconnecting.sleep(session, due + lastsNanos, inFlight.ofSession(session) == 0);
            sleep(session, lastsNanos, begins + 1);
          });
    }
  }

  private void rebind(int session) {
    if (!connector.sessions().isOpen(session)) {
      return;
    }
    try {
      // The profile was checked for it.
      ((DeviceLink.RoamingLink) links.apply(session)).rebind();
      reconnecting.rebound(session);
      connector.book().rebound(session);
    } catch (IOException e) {
      // No port is left on this host: the session stays where it is and is not counted.
    }
  }

  private void storm(SessionGroup group, int from, long beganNanos) {
    int to = Math.min(group.count(), from + BATCH);
    for (int place = from; place < to; place++) {
      int session = group.first() + place;
      if (own.has(session) && lose(session)) {
        at(
            backNanos(group.life().storm(), place, beganNanos),
            () -> reconnecting.comeBack(session));
      }
    }
    if (to < group.count()) {
      at(clock.nanos(), () -> storm(group, to, beganNanos));
    }
  }

  private boolean lose(int session) {
    return reconnecting.lose(session, EndReason.STORM, clock.nanos(), Cause.Transport.DISCONNECTED);
  }

  private static long backNanos(Life.Storm storm, int place, long beganNanos) {
    return storm.rate() == null
        ? beganNanos
        : beganNanos + Math.round(place / storm.rate().perSecond() * 1e9);
  }

  private void at(long nanos, Runnable task) {
    loop.after(
        nanos - clock.nanos(),
        () -> {
          if (!connector.stopped()) {
            task.run();
          }
        });
  }
}
