// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.health.BackendWatch;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.start.StartAtOnce;
import io.fleetload.stamp.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/** A whole run of any pack in this process: provisioning, backend, devices. */
final class ScenarioRun {
  private static final RunId RUN = RunId.parse("1f");

  private final Scenario scenario;
  private final Path directory;
  private final StopSignal stop = new StopSignal();
  private final ArrivalsCounted arrivals = new ArrivalsCounted(RUN);

  ScenarioRun(Path file, List<String> overrides, Map<String, String> environment, Path directory)
      throws Exception {
    this.scenario = Scenario.read(file, overrides, environment);
    this.directory = Files.createDirectories(directory);
  }

  /** Runs it and says what was not as it should be. */
  List<String> wrong() throws Exception {
    Optional<Provisioner> provisioner =
        scenario.run().provisioner(event -> {}, stop, Clock.systemUTC());
    if (provisioner.isPresent()) {
      provisioner.get().apply(false);
    }
    DeviceBook book;
    try {
      book = scenario.flows().hasBackend() ? withBackend() : devices();
    } finally {
      if (provisioner.isPresent()) {
        provisioner.get().remove(false);
      }
    }
    List<String> wrong = new ArrayList<>(arrivals.wrong());
    long due = 0;
    for (FlowSpec flow : scenario.flows().specs()) {
      FlowCounts counts = book.flows().get(flow.name()).totals().measured();
      if (counts.ok() == 0 || counts.ok() != counts.scheduled()) {
        wrong.add(flow.name() + ": " + counts);
      }
      due += flow.deviceOnly() ? 0 : counts.ok() * flow.receivers();
    }
    if (arrivals.first() != due) {
      wrong.add("%d of %d deliveries".formatted(arrivals.first(), due));
    }
    return wrong;
  }

  private DeviceBook withBackend() throws Exception {
    BackendWatch watch = new BackendWatch(scenario.profile().generator());
    FutureTask<DeviceBook> devices = new FutureTask<>(this::devices);
    try (Reception reception = scenario.backend(RunClock.system(), stop).open(arrivals, watch)) {
      new Thread(devices, "devices").start();
      reception.receive(devices::isDone, () -> {});
      reception.catchUp(() -> {});
    }
    return devices.get();
  }

  private DeviceBook devices() throws Exception {
    FleetPlan plan =
        FleetPlan.of(
            scenario.profile(),
            scenario.flows(),
            RUN,
            ShardDevices.all(scenario.profile().devices().count()));
    try (DeviceDriver driver = scenario.run().devices(plan.ownSessions(), RunClock.system())) {
      new Simulation(
              scenario,
              plan,
              driver,
              RunClock.system(),
              directory,
              event -> {},
              stop,
              Optional.empty(),
              null,
              new StartAtOnce())
          .run();
    }
    return ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
  }
}
