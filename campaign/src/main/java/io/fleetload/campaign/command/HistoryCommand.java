// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.history.History;
import io.fleetload.analysis.history.HistoryRuns;
import io.fleetload.analysis.history.HistoryText;
import io.fleetload.analysis.report.HistoryReport;
import io.fleetload.analysis.report.ResultsIndex;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest history [DIR…]}: the runs of a profile by time, and where a figure changed. */
@CommandLine.Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description = {
      "Draws the figures of all runs of a profile and a target by time, and finds where they"
          + " changed.",
      "Ends with 1 if the newest run is after a change to the worse. Ends with 5 if there are too"
          + " few runs to say."
    })
public final class HistoryCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "DIR",
      arity = "0..*",
      description =
          "folders with results below them; default results. The runs of a series or a search count"
              + " only if its directory is named")
  private List<Path> folders = new ArrayList<>();

  @CommandLine.Option(
      names = "--out",
      paramLabel = "FILE",
      description = "the page; default history.html in the first DIR")
  private Path out;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::history);
  }

  private ExitCode history(Screen screen) throws IOException {
    List<Path> read = folders.isEmpty() ? List.of(Path.of("results")) : folders;
    History history = HistoryRuns.of(read);
    Path page = out == null ? read.get(0).resolve(HistoryReport.NAME) : out;
    ResultFiles.writeText(page, new HistoryReport(history, page).html());
    HistoryText.lines(history).forEach(each -> say(screen, each));
    say(screen, "page in " + page);
    json.print(history);
    if (out == null && !Files.exists(read.get(0).resolve(Result.FILE))) {
      ResultsIndex.renew(read.get(0));
    }
    return history.code();
  }

  private static void say(Screen screen, String line) {
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line));
  }
}
