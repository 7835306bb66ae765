// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.compare.Bound;
import io.fleetload.analysis.compare.ComparedRun;
import io.fleetload.analysis.compare.Comparison;
import io.fleetload.analysis.compare.ComparisonJson;
import io.fleetload.analysis.compare.ComparisonMarkdown;
import io.fleetload.analysis.compare.ComparisonText;
import io.fleetload.analysis.compare.RunFile;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Rate;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;

/** {@code loadtest compare A B}: whether B is worse than A. */
@CommandLine.Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the runs of B with those of A. Ends with 1 if B is worse, and with 2 if they cannot"
          + " be compared. Ends with 5 if there are not enough runs, or if a side says nothing about"
          + " the target.",
      "A run is its directory, its result.json or a flat summary of the published load test."
          + " DOCUMENT.md#N is the N-th summary in a document. The directory of a series"
          + " (run --repeat) is all its runs.",
      "A run may also be an output of k6, Gatling, ghz, wrk, wrk2, or a tool that a pack knows. Runs"
          + " of two tools are shown side by side, and not judged."
    })
public final class CompareCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "A B",
      arity = "0..2",
      description = "a run each side, or several separated by commas")
  private List<String> sides = new ArrayList<>();

  @CommandLine.Option(
      names = "--a",
      paramLabel = "RUN",
      description = "a run of the first side; may be given again")
  private List<String> a = new ArrayList<>();

  @CommandLine.Option(
      names = "--b",
      paramLabel = "RUN",
      description = "a run of the second side; may be given again")
  private List<String> b = new ArrayList<>();

  @CommandLine.Option(
      names = "--worse-than",
      paramLabel = "SHARE",
      description = "the largest difference of sides that are alike; default 10%%")
  private String worseThan = "10%";

  @CommandLine.Option(
      names = "--asked",
      paramLabel = "RATE",
      description = "the rate of each flow that a flat summary was asked for, such as 300/s")
  private String asked;

  @CommandLine.Option(
      names = "--accept-few-runs",
      description = "ends with 0 instead of 5 if there are not enough runs")
  private boolean acceptFewRuns;

  @CommandLine.Option(
      names = "--anyway",
      description = "compares runs of another load, fleet or kind of target as well")
  private boolean anyway;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @CommandLine.Option(
      names = "--markdown",
      description = "prints a table of Markdown, for a pull request")
  private boolean markdown;

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::compare);
  }

  private ExitCode compare(Screen screen) throws UsageException, IOException {
    if (!sides.isEmpty() && (sides.size() == 1 || !a.isEmpty() || !b.isEmpty())) {
      throw new UsageException("give two sides: loadtest compare A B, or --a RUN ... --b RUN ...");
    }
    if (sides.size() == 2) {
      a = List.of(sides.get(0));
      b = List.of(sides.get(1));
    }
    if (a.isEmpty() || b.isEmpty()) {
      throw new UsageException(
          "side %s has no run: loadtest compare A B, or --a RUN ... --b RUN ..."
              .formatted(a.isEmpty() ? "A" : "B"));
    }
    Packs packs = Packs.installed();
    RunFile reader =
        new RunFile(packs.published(), packs.foreignReports(), asked == null ? null : rate());
    List<ComparedRun> first = read(reader, a);
    List<ComparedRun> second = read(reader, b);
    if (Stream.concat(first.stream(), second.stream()).anyMatch(ComparedRun::isOfOtherTool)) {
      first = read(reader.withAllTimes(), a);
      second = read(reader.withAllTimes(), b);
    }
    Comparison comparison = new Comparison(first, second, bound(), anyway);
    ComparisonText text = new ComparisonText(comparison);
    // What is wrong is said where all mistakes are, and by itself.
    if (!comparison.refused()) {
      List<String> lines = markdown ? ComparisonMarkdown.lines(comparison) : text.lines();
      lines.forEach(line -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line)));
    }
    if (json.isGiven()) {
      System.out.println(ComparisonJson.of(comparison).toPrettyString());
    }
    if (comparison.refused()) {
      throw new UsageException(text.verdict());
    }
    return acceptFewRuns && comparison.hasNotEnoughRuns() ? ExitCode.PASSED : comparison.code();
  }

  private static List<ComparedRun> read(RunFile reader, List<String> named)
      throws IOException, UsageException {
    List<ComparedRun> runs = new ArrayList<>();
    for (String each : named) {
      // A name may hold a comma itself.
      for (String one : Files.exists(Path.of(each)) ? List.of(each) : List.of(each.split(","))) {
        for (String run : runsOf(one.strip())) {
          runs.add(reader.read(run));
        }
      }
    }
    return runs;
  }

  /** Of the directory of a series its runs; else what is named is one. */
  private static List<String> runsOf(String named) throws IOException, UsageException {
    Path series = Path.of(named).resolve(Repeat.FILE);
    if (!Files.exists(series)) {
      return List.of(named);
    }
    Repeat repeat = ResultFiles.read(series, Repeat.class);
    if (repeat.over() != null) {
      throw new UsageException(
          "%s: give one of its runs, such as %s: each of them has another %s"
              .formatted(named, Path.of(named).resolve("run-01"), repeat.over().key()));
    }
    return repeat.runs().stream()
        .map(run -> Path.of(named).resolve(run.directory()).toString())
        .toList();
  }

  private double rate() throws UsageException {
    try {
      return Rate.parse(asked).perSecond();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--asked: " + e.getMessage());
    }
  }

  private Bound bound() throws UsageException {
    try {
      return Bound.parse(worseThan);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--worse-than: " + e.getMessage());
    }
  }
}
