// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.device.Connector;
import io.fleetload.simulator.device.FleetRun;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.stamp.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The product's devices with all that a run has: schedule, stamps, ledger, histograms, watch. One
 * call of {@link #connect} makes one fleet.
 */
public final class ProductFleet implements Contestant {
  private static final HonoPack PACK = new HonoPack();
  private static final RunId RUN_ID = new RunId(0xbe9c);
  private static final long START_DELAY_NANOS = 400_000_000L;
  private static final long LONGEST_WAIT_SECONDS = 120;

  private final HonoLoad load;
  private final double rate;
  private final boolean wired;
  private final RunClock clock = RunClock.system();
  private HonoProfile profile;
  private DeviceDriver fleet;
  private IntFunction<DeviceLink> links;
  private GeneratorWatch watch;
  private Connector connector;

  /**
   * A fleet without devices.
   *
   * @param rate messages a second of all devices together
   * @param wired whether messages go to the server, or are confirmed at once on the spot
   */
  public ProductFleet(HonoLoad load, double rate, boolean wired) {
    this.load = load;
    this.rate = rate;
    this.wired = wired;
  }

  @Override
  public Deeds connect(int count, double perSecond) throws Exception {
    profile = profile(count, perSecond, perSecond, count / perSecond);
    ShardDevices sessions = ShardDevices.all(profile.sessions());
    fleet = PACK.describe(profile).devices(sessions, clock);
    DeviceLink confirming = new ConfirmingLink(fleet.loop());
    links = wired ? fleet::link : session -> confirming;
    ConnectionBook book = new ConnectionBook(sessions.count());
    connector =
        new Connector(sessions, profile.phases().connect(), links, fleet.loop(), clock, book, 1);
    Cause failure = connector.begin().get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    if (failure != null || book.connected() < sessions.count()) {
      throw new IllegalStateException(
          "%d of %d sessions are open: %s".formatted(book.connected(), sessions.count(), failure));
    }
    return run(profile);
  }

  @Override
  public Deeds send(double seconds) throws Exception {
    return run(profile(profile.devices().count(), 1, rate, seconds));
  }

  @Override
  public void disconnect() throws Exception {
    int sessions = profile.sessions();
    onLoop(
            () -> {
              for (int i = 0; i < sessions; i++) {
                links.apply(i).close();
              }
              return null;
            })
        .get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    fleet.close();
  }

  @Override
  public LatencySummary pacing() throws Exception {
    return onLoop(() -> watch.times().pacing().summary())
        .get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private Deeds run(HonoProfile plan) throws Exception {
    FleetPlan fleetPlan =
        FleetPlan.of(
            plan,
            Scenario.of(PACK, plan).flows(),
            RUN_ID,
            ShardDevices.all(plan.devices().count()));
    watch = new GeneratorWatch(Simulator.DEVICES, plan.generator());
    FleetRun running =
        onLoop(
                () ->
                    new FleetRun(
                        fleetPlan,
                        links,
                        connector,
                        fleet.loop(),
                        clock,
                        watch,
                        new RunTimes(fleetPlan, clock.nanos() + START_DELAY_NANOS)))
            .get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    running.begin().get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    DeviceBook.DeviceFlow book =
        onLoop(() -> running.book("telemetry")).get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    FlowCounts counts = book.totals().measured();
    return new Deeds(counts.ok(), counts.scheduled() - counts.ok(), counts.retransmitted());
  }

  private HonoProfile profile(int devices, double connects, double messages, double seconds)
      throws Exception {
    Path file = Files.createTempFile("bench", ".yaml");
    try {
      Files.write(file, load.profile(new HonoLoad.LoadSize(devices, connects, messages, seconds)));
      return PACK.profile().cast(Scenario.read(file, List.of(), System.getenv()).profile());
    } finally {
      Files.delete(file);
    }
  }

  private <T> CompletableFuture<T> onLoop(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, fleet.loop()::execute);
  }
}
