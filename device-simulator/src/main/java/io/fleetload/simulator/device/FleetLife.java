// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.Turnover;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.Rounds;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.ConnectionBook.EndReason;
import java.io.IOException;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Life of the fleet's sessions from the beginning of the flows to the end of the measured phase:
 * churn, changed ports, storms. Runs on the wire's thread.
 */
final class FleetLife {
  /** Number of sessions of a storm that are taken before the wire is looked at again. */
  private static final int BATCH = 64;

  private final FleetPlan plan;
  private final Life life;
  private final WireLoop loop;
  private final RunClock clock;
  private final IntFunction<DeviceLink> links;
  private final Connector connector;
  private final Reconnector reconnecting;
  private final InFlight inFlight;
  private final RunTimes times;

  FleetLife(
      FleetPlan plan,
      WireLoop loop,
      RunClock clock,
      IntFunction<DeviceLink> links,
      Connector connector,
      Reconnector reconnecting,
      InFlight inFlight,
      RunTimes times) {
    this.plan = plan;
    this.life = plan.life();
    this.loop = loop;
    this.clock = clock;
    this.links = links;
    this.connector = connector;
    this.reconnecting = reconnecting;
    this.inFlight = inFlight;
    this.times = times;
  }

  void begin() {
    Random random = new Random(plan.seed());
    if (life.churn() != null) {
      round(
          rounds(life.churn(), random),
          session -> reconnecting.leave(session, inFlight.ofSession(session) == 0));
    }
    if (life.rebind() != null) {
      round(rounds(life.rebind(), random), this::rebind);
    }
  }

  /** It is known when the measured phase begins. */
  void measuringIsDecided() {
    if (life.storm() != null) {
      for (Span at : life.storm().at()) {
        at(times.measureStartNanos() + at.nanos(), () -> storm(0, clock.nanos()));
      }
    }
  }

  private Rounds rounds(Turnover pace, Random random) {
    return new Rounds(plan.sessions(), pace, random);
  }

  private void round(Rounds rounds, IntConsumer turn) {
    long due = times.startNanos() + rounds.dueNanos();
    if (due < times.measureEndNanos()) {
      at(
          due,
          () -> {
            int session = rounds.next();
            if (plan.ownSessions().has(session)) {
              turn.accept(session);
            }
            round(rounds, turn);
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
      connector.book().rebound();
    } catch (IOException e) {
      // No port is left on this host: the session stays where it is and is not counted.
    }
  }

  private void storm(int from, long beganNanos) {
    int to = Math.min(plan.sessions(), from + BATCH);
    for (int session = from; session < to; session++) {
      if (plan.ownSessions().has(session) && lose(session)) {
        int lost = session;
        at(backNanos(session, beganNanos), () -> reconnecting.comeBack(lost));
      }
    }
    if (to < plan.sessions()) {
      at(clock.nanos(), () -> storm(to, beganNanos));
    }
  }

  private boolean lose(int session) {
    return reconnecting.lose(session, EndReason.STORM, clock.nanos(), Cause.Transport.DISCONNECTED);
  }

  private long backNanos(int session, long beganNanos) {
    return life.storm().rate() == null
        ? beganNanos
        : beganNanos + Math.round(session / life.storm().rate().perSecond() * 1e9);
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
