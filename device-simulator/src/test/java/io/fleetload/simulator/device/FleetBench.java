// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.profile.Generator;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.StartingSessions;
import io.fleetload.simulator.measure.ConnectionBook;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A fleet on a bench: time passes by the test's hand, and its links do what the test says. */
final class FleetBench {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000 * MILLI;

  final ManualLoop loop = new ManualLoop();
  final ScriptedLinks links = new ScriptedLinks(loop);
  final GeneratorWatch watch = new GeneratorWatch(Simulator.DEVICES, new Generator(null));
  ConnectionBook connections;
  CompletableFuture<Void> ended;
  long beganNanos;

  /** A fleet whose devices are connected, as far as they can be, and whose flows begin now. */
  FleetRun running(TestPlan asked) {
    FleetPlan plan = asked.plan();
    connections = new ConnectionBook(plan.ownSessions().count());
    Connector connector =
        new Connector(
            new StartingSessions(plan.ownSessions(), plan.groups()),
            plan.phases().connect(),
            links::of,
            loop,
            loop,
            connections,
            1);
    CompletableFuture<Cause> connected = connector.begin();
    loop.pass(60 * SECOND);
    assertThat(connected).isCompletedWithValue(null);
    beganNanos = loop.nanos() + MILLI;
    FleetRun fleet =
        new FleetRun(plan, links::of, connector, loop, loop, watch, new RunTimes(plan, beganNanos));
    ended = fleet.begin();
    return fleet;
  }

  /** The books of all flows so far. */
  static Map<String, DeviceBook.DeviceFlow> books(FleetRun fleet) {
    Map<String, DeviceBook.DeviceFlow> books = new LinkedHashMap<>();
    fleet.flows().forEach(flow -> books.put(flow, fleet.book(flow)));
    return books;
  }
}
