// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest calibrate}: the proof that the device simulator reports what was done to it. */
@CommandLine.Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    description =
        "Proves that the device simulator reports what was done: runs it against a server that"
            + " does known things.")
public final class CalibrateCommand implements Callable<Integer> {
  private static final String CALIBRATION = "calibration";

  @CommandLine.Option(names = "--fast", description = "about 20 s, with fewer messages")
  private boolean fast;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "seed of the server's delays; default 1")
  private Long seed;

  @CommandLine.Mixin private final OutOption out = new OutOption("books", CALIBRATION);

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(json.keeping(json.screen()), out.during(this::calibrate));
  }

  private ExitCode calibrate(Screen screen, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    Tools tools = Tools.here();
    Path directory = out.make();
    ExitCode code;
    try (ToolProcess calibration =
        ToolProcess.start(
            CALIBRATION,
            tools.calibration(arguments(directory)),
            directory.resolve(CALIBRATION + ".log"),
            event -> screen.tell(asOurs(event)))) {
      stop.onStop(calibration::stop);
      ToolProcess.awaitAny(calibration.ended());
      code = judged(calibration.await(), calibration.problem(), stop);
    } finally {
      screen.tell(new ToolEvent.Sentence(Campaign.TOOL, "books in " + directory));
    }
    return json.end(code, directory);
  }

  private List<String> arguments(Path directory) {
    List<String> arguments =
        new ArrayList<>(List.of("--json", "--until-stdin-closes", "--out=" + directory));
    if (fast) {
      arguments.add("--fast");
    }
    if (seed != null) {
      arguments.add("--seed=" + seed);
    }
    return arguments;
  }

  static ExitCode judged(int code, String problem, StopSignal stop)
      throws UsageException, TargetException {
    if (stop.why() != null) {
      return ExitCode.INTERRUPTED;
    }
    if (problem == null) {
      return ExitCode.of(code);
    }
    if (code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(problem);
    }
    throw code == ExitCode.INTERNAL_FAULT.code()
        ? new TargetException(ExitCode.INTERNAL_FAULT, problem)
        : new TargetException(problem);
  }

  /** Its sentences are this command's own output and need no name before them. */
  private static ToolEvent asOurs(ToolEvent event) {
    return event instanceof ToolEvent.Sentence said
        ? new ToolEvent.Sentence(Campaign.TOOL, said.text())
        : event;
  }
}
