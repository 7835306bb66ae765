// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.hono.HonoFleet;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.start.StartAtOnce;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;
import java.util.Optional;

/** A whole run of the device side as its command makes it, for tests of what it books. */
final class DeviceSideRun {
  private DeviceSideRun() {}

  /** Runs a profile to its end and reads the book that it left in the directory. */
  static DeviceBook of(HonoProfile profile, Path directory) throws Exception {
    Scenario scenario = Scenario.of(new HonoPack(), profile);
    try (HonoFleet fleet = HonoFleet.start(profile, RunClock.system())) {
      new Simulation(
              scenario,
              FleetPlan.of(
                  profile,
                  scenario.flows(),
                  RunId.parse("1f"),
                  ShardDevices.all(profile.devices().count())),
              fleet,
              RunClock.system(),
              directory,
              event -> {},
              new StopSignal(),
              Optional.empty(),
              null,
              new StartAtOnce())
          .run();
    }
    return ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
  }
}
