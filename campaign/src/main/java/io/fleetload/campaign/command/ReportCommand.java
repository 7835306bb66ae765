// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.export.FigureTable;
import io.fleetload.analysis.report.ReportFile;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.RunJudge;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::write);
  }

  private ExitCode write(Screen screen) throws IOException {
    if (RunJudge.isOwed(directory)) {
      // The verdict is on the run; this command did what it was asked for.
      RunJudge.afterwards(directory, screen).of();
      OutOption.indexAround(directory, screen);
    } else {
      Path report =
          ReportFile.write(
              directory, remark -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, remark)));
      screen.tell(new ToolEvent.Sentence(Campaign.TOOL, report.toString()));
    }
    if (json.isGiven()) {
      json.print(reported());
    }
    return ExitCode.PASSED;
  }

  private ReportedRun reported() throws IOException {
    JsonNode result = ResultFiles.resultTree(directory.resolve(Result.FILE));
    Result read = ResultFiles.part(result, Result.class);
    return new ReportedRun(
        directory.resolve(ReportFile.NAME).toString(),
        read.identity().run(),
        read.identity().complete(),
        read.verdict(),
        ReportFile.read(directory, remark -> {}).verdict(),
        read.thresholds(),
        FigureTable.rows(result));
  }

  /**
   * The document of {@code --json}.
   *
   * @param report the page that was written
   * @param run the profile's {@code run.name}
   * @param complete whether the run went to its end
   * @param verdict what it says
   * @param sentences the verdict in the words of the report
   * @param thresholds the outcome of each
   * @param figures every figure with its unit and its interval of 95 %
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ReportedRun(
      String report,
      String run,
      boolean complete,
      Verdict verdict,
      List<String> sentences,
      List<ThresholdOutcome> thresholds,
      List<FigureTable.FigureRow> figures) {}
}
