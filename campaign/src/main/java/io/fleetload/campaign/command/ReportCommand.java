// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.report.ReportFile;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.RunJudge;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest report DIR}: the report of a run that was made before. */
@CommandLine.Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the report of a run, one HTML file, and prints its path.",
      "Of a run that was killed it makes the result as well, from the books that it left."
    })
public final class ReportCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "DIR", description = "the directory that the run wrote")
  private Path directory;

  @Override
  public Integer call() {
    return CommandWork.brief(this::write);
  }

  private ExitCode write(Screen screen) throws IOException {
    if (RunJudge.isOwed(directory)) {
      // The verdict is on the run; this command did what it was asked for.
      RunJudge.afterwards(directory, screen).of();
      OutOption.indexAround(directory, screen);
      return ExitCode.PASSED;
    }
    Path report =
        ReportFile.write(
            directory, remark -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, remark)));
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, report.toString()));
    return ExitCode.PASSED;
  }
}
