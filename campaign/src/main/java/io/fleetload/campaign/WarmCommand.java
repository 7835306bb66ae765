// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.hono.HonoTarget;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.Rate;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * {@code loadtest provision warm PROFILE}: a load test of its own, in which every device asks for
 * one command. A command query is what makes Hono look up tenant, registration and route of a
 * device for the first time; the figures of this run are those of the cold target.
 */
@CommandLine.Command(
    name = "warm",
    mixinStandardHelpOptions = true,
    description =
        "Opens the command route of every device once, at a paced rate, on a target that goes on"
            + " running; prints how long that takes cold.")
final class WarmCommand implements Callable<Integer> {
  private static final String NAME = "warm";

  @CommandLine.Mixin private final ProfileOptions profile = ProfileOptions.withoutExample();

  @CommandLine.Option(
      names = "--rate",
      paramLabel = "RATE",
      defaultValue = "100/s",
      description = "devices a second; default 100/s")
  private String rate;

  @CommandLine.Mixin private final OutOption out = new OutOption("results", NAME);

  @Override
  public Integer call() {
    return CommandWork.lasting(Screen.onThisTerminal(), this::run);
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    GivenProfile given = profile.read();
    if (given.profile().target().kind() == HonoTarget.Kind.EMBEDDED) {
      throw new UsageException(
          "target.kind: is embedded, which starts anew for each run; warm needs an external target"
              + " that goes on running");
    }
    int devices = given.profile().devices().count();
    GivenProfile warming = given.with(derived(devices, rate()));
    Path directory = out.make();
    screen.tell(
        new ToolEvent.Said(
            Campaign.TOOL,
            "opening the command route of %d devices at %s; what follows are the cold figures"
                .formatted(devices, rate)));
    return new Campaign(PlannedRun.unsharded(warming, null, directory), Tools.here(), screen, stop)
        .run();
  }

  private Rate rate() throws UsageException {
    try {
      return Rate.parse(rate);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--rate: " + e.getMessage());
    }
  }

  /** One round of one flow: the schedule takes the devices in turn. */
  static List<String> derived(int devices, Rate rate) {
    long millis = (long) Math.ceil(devices * 1_000.0 / rate.perSecond());
    return List.of(
        "run.name=" + NAME,
        "target.provision=false",
        "devices.life={}",
        "phases.ramp=0s",
        "phases.warmUp=0s",
        "phases.measure=" + millis + "ms",
        "flows={commandQuery: {rate: " + rate + "}}",
        "thresholds=[ledger.unaccounted == 0, flows.*.failed == 0]");
  }
}
