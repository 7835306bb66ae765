package io.fleetload.simulator;

import io.fleetload.driver.RunClock;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.RunDirectory;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.Tool;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.ExitCode;
import io.fleetload.simulator.coap.CoapFleet;
import io.fleetload.simulator.coap.HonoFleetPlan;
import io.fleetload.simulator.device.FleetPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine;

/** The device simulator's command line. */
@CommandLine.Command(
    name = "device-simulator",
    mixinStandardHelpOptions = true,
    description = "Runs the device side of a load test: a fleet of CoAP devices over DTLS-PSK.")
public final class DeviceSimulator implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path profileFile;

  @CommandLine.Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "overrides a key of the profile, for example flows.telemetry.rate=900/s")
  private List<String> overrides = new ArrayList<>();

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default results/<run>-<UTC time>")
  private Path out;

  @CommandLine.Option(
      names = "--run-id",
      paramLabel = "HEX",
      description = "the run's id on the wire; default random")
  private String runId;

  @CommandLine.Option(names = "--json", description = "tells what happens as lines of JSON")
  private boolean json;

  @CommandLine.Option(
      names = "--until-stdin-closes",
      description = "stops, with what it has, when its standard input ends")
  private boolean untilStdinCloses;

  @Override
  public Integer call() {
    ToolEvents.Teller teller =
        json ? ToolEvents.Teller.json(System.out) : ToolEvents.Teller.plain(System.out, System.err);
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    if (untilStdinCloses) {
      stop.watch(System.in);
    }
    return new Tool(Simulation.TOOL, teller, stop).run(() -> simulate(teller, stop));
  }

  private ExitCode simulate(ToolEvents.Teller teller, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    HonoProfile profile =
        new ProfileReader<>(HonoProfile.class, System.getenv()).read(profileFile, overrides);
    OpenFiles.check(profile.devices().count());
    Path directory = RunDirectory.make(out, profile.run().name(), Instant.now());
    String id = runId != null ? runId : Integer.toHexString(RandomGenerator.getDefault().nextInt());
    FleetPlan plan = HonoFleetPlan.of(profile, id);
    try (CoapFleet fleet = CoapFleet.start(profile)) {
      ExitCode code =
          new Simulation(profile, plan, fleet, RunClock.system(), directory, teller, stop).run();
      teller.tell(new ToolEvent.Said(Simulation.TOOL, "results in " + directory));
      return code;
    }
  }
}
