// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.driver.RunClock;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Installation;
import io.fleetload.tool.RunDirectory;
import io.fleetload.tool.Tool;
import io.fleetload.tool.ToolEvents;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The calibration's command line. */
@TopCommand
@CommandLine.Command(
    name = Calibration.TOOL,
    mixinStandardHelpOptions = true,
    description =
        "Proves that the device simulator reports what was done: runs it against a CoAP server that"
            + " does known things.",
    sortOptions = false)
public final class CalibrationCommand implements Callable<Integer> {
  @CommandLine.Option(names = "--fast", description = "about 20 s, with fewer messages")
  private boolean fast;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "seed of the delays; default ${DEFAULT-VALUE}")
  private long seed;

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the books go; default results/calibration-<UTC time>")
  private Path out;

  @CommandLine.Option(
      names = "--json",
      description = "tells what happens as lines of JSON, for a program")
  private boolean json;

  @CommandLine.Option(
      names = "--until-stdin-closes",
      description = "ends when its standard input does, such as when its parent dies")
  private boolean untilInputCloses;

  /** The command line that reports a mistake in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return ToolCommandLine.of(factory.create());
  }

  @Override
  public Integer call() {
    Teller teller = json ? ToolEvents.json(System.out) : plain(System.out);
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    if (untilInputCloses) {
      stop.watchInput();
    }
    return new Tool(Calibration.TOOL, teller, stop).run(() -> calibrate(teller, stop));
  }

  private ExitCode calibrate(Teller teller, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    Installation installation = Installation.own();
    Path directory = RunDirectory.make(out, Calibration.TOOL, Instant.now());
    TrialRun run =
        new TrialRun(new DeviceProcess(installation), directory, RunClock.system(), teller, stop);
    return new Calibration(new Trials(seed, fast), run, teller, stop).run();
  }

  /** For people: the table as it is, without how far the simulator is. */
  private static Teller plain(PrintStream out) {
    Teller others = ToolEvents.plain(out, System.err);
    return event -> {
      if (event instanceof ToolEvent.Sentence said) {
        out.println(said.text());
      } else if (!(event instanceof ToolEvent.Progress)) {
        others.tell(event);
      }
    };
  }
}
