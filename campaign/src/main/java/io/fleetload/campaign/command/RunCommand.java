// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RepeatedRuns;
import io.fleetload.analysis.repeat.Variation;
import io.fleetload.campaign.line.LineCommand;
import io.fleetload.campaign.line.LineWords;
import io.fleetload.campaign.line.TargetLine;
import io.fleetload.campaign.live.LiveView;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.EventsOption;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.LiveOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.RunningOption;
import io.fleetload.campaign.option.SeriesOption;
import io.fleetload.campaign.option.ShellWord;
import io.fleetload.campaign.option.StdinOption;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Backends;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.MetricsPorts;
import io.fleetload.campaign.run.PlannedRun;
import io.fleetload.campaign.run.RunningTarget;
import io.fleetload.campaign.run.Shards;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.series.LocalRuns;
import io.fleetload.campaign.series.OverValues;
import io.fleetload.campaign.series.RepeatFiles;
import io.fleetload.campaign.series.RepeatRun;
import io.fleetload.campaign.series.RunSeries;
import io.fleetload.commandline.LabelOption;
import io.fleetload.pack.Pack;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest run PROFILE}: a whole load test. */
@CommandLine.Command(
    name = "run",
    mixinStandardHelpOptions = true,
    preprocessor = LineWords.class,
    description = {
      "Runs a whole load test and prints its verdict.",
      "The URL of a target may be in the place of the profile: loadtest URL --help says more."
    })
public final class RunCommand implements Callable<Integer>, LineCommand {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("flows.telemetry.rate=900/s");

  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Mixin private final LabelOption labels = new LabelOption();

  @CommandLine.Mixin private final LiveOption live = new LiveOption();

  @CommandLine.Option(
      names = "--metrics",
      description =
          "shows the simulators to Prometheus at 127.0.0.1:9101 and 9102, the embedded stack at"
              + " 8081")
  private boolean metrics;

  @CommandLine.Option(
      names = "--baseline",
      paramLabel = "DIR",
      description =
          "the run that thresholds compare with: its directory or its result.json; instead of the"
              + " profile's key baseline")
  private Path baseline;

  @CommandLine.Option(
      names = "--shards",
      paramLabel = "K",
      description =
          "runs the device side as K processes, each with its part of the devices and of every"
              + " rate; they begin together, and their books are merged")
  private Integer shards;

  @CommandLine.Option(
      names = "--backends",
      paramLabel = "M",
      description =
          "runs the backend as M processes that share what the target delivers; their books are"
              + " merged")
  private Integer backends;

  @CommandLine.Mixin private final SeriesOption several = new SeriesOption();

  @CommandLine.Mixin private final RunningOption running = new RunningOption();

  @CommandLine.Mixin private final StdinOption input = new StdinOption();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @CommandLine.Mixin private final EventsOption events = new EventsOption();

  @CommandLine.Spec private CommandLine.Model.CommandSpec command;

  private final TargetLine line = new TargetLine();

  @Override
  public TargetLine line() {
    return line;
  }

  @Override
  public Integer call() {
    try {
      return line.isPrinted() ? CommandWork.brief(this::print) : lasting();
    } finally {
      line.forget();
    }
  }

  private ExitCode print(Screen screen) throws ProfileException, UsageException, IOException {
    var unused = line.read(profile, profile::read);
    command.commandLine().getOut().print(line.text());
    command.commandLine().getOut().flush();
    return ExitCode.PASSED;
  }

  private int lasting() {
    if (baseline != null) {
      profile.override(
          "baseline='" + baseline.toAbsolutePath().toString().replace("'", "''") + "'");
    }
    return several.isGiven()
        ? CommandWork.lasting(
            events.ofSeries(json), events.during(json, out.during(input.during(this::series))))
        : CommandWork.lasting(
            events.screen(json), events.during(json, out.during(input.during(this::once))));
  }

  /** A run that the user ordered and that was found to be possible. */
  private record Order(
      GivenProfile given,
      Shards shards,
      Backends backends,
      Baseline baseline,
      RunningTarget running,
      MetricsPorts metrics,
      Map<String, String> labels) {
    PlannedRun in(Path directory) {
      return PlannedRun.of(given, shards, backends, baseline, running, directory, metrics)
          .with(labels);
    }
  }

  private GivenProfile read(List<String> more)
      throws ProfileException, UsageException, IOException {
    return line.isGiven()
        ? line.read(profile, () -> profile.readForThisHost(more))
        : profile.readForThisHost(more);
  }

  private Order order(GivenProfile given) throws ProfileException, UsageException, IOException {
    Map<String, String> words = labels.labels();
    Shards processes = Shards.of(shards, given.profile());
    Backends receiving = Backends.of(backends, given.scenario());
    if (processes.areSeveral() && metrics) {
      throw new UsageException(
          "--metrics: shows one device simulator; run without it, or without --shards");
    }
    if (receiving.areSeveral() && metrics) {
      throw new UsageException(
          "--metrics: shows one backend simulator; run without it, or without --backends");
    }
    out.refuseUsed();
    Baseline before = given.baseline();
    RunningTarget up = running.of(given);
    MetricsPorts ports = metrics ? MetricsPorts.SCRAPED : MetricsPorts.NONE;
    ports.check(given.scenario().run().target().embedded() && up == null);
    return new Order(given, processes, receiving, before, up, ports, words);
  }

  private ExitCode once(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    Order order = order(read(List.of()));
    Tools tools = Tools.here(order.given().scenario().pack());
    ExitCode code = run(order, tools, screen, stop);
    boolean pipeline = !System.getenv().getOrDefault("CI", "").isEmpty();
    if (code != ExitCode.INTERRUPTED
        && screen.isTerminal()
        && !pipeline
        && !input.isGiven()
        && tools.couldBeArchived()) {
      Pack<?> pack = order.given().scenario().pack();
      screen.tell(
          new ToolEvent.Sentence(
              Campaign.TOOL,
              "for later runs to start from archives of classes: loadtest archive"
                  + (pack.isDefault() ? "" : " --pack " + pack.name())));
    }
    return code;
  }

  private ExitCode run(Order order, Tools tools, Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    LoadProfile asked = order.given().profile();
    try (LiveView view = live.view()) {
      Path directory = out.makeFor(order.given().scenario());
      keepLine(directory);
      events.begin(order.given().scenario(), directory, 1);
      Teller teller = screen;
      if (view != null) {
        view.show(directory, order.shards().count(), asked);
        teller = view.beside(screen);
        teller.tell(new ToolEvent.Sentence(Campaign.TOOL, "live page at " + view.address()));
      }
      Campaign campaign = new Campaign(order.in(directory), tools, teller, stop);
      try {
        return view == null ? campaign.run() : view.until(campaign::run);
      } finally {
        screen.tell(new ToolEvent.Sentence(Campaign.TOOL, results(directory)));
        json.print(directory.resolve(Result.FILE));
      }
    }
  }

  private void keepLine(Path directory) throws IOException {
    if (line.isGiven()) {
      line.keepIn(directory);
    }
  }

  private String results(Path directory) {
    return "results in "
        + directory
        + (line.isGiven()
            ? "; this line as a profile: " + ShellWord.of(directory.resolve(TargetLine.FILE) + "")
            : "");
  }

  private ExitCode series(SeriesScreen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    several.check(live.isGiven());
    Variation variation = several.variation();
    List<LocalRuns.RunPlan> plans = plans(variation);
    Scenario first = plans.get(0).scenario();
    Path directory = out.makeFor(first);
    keepLine(directory);
    events.begin(first, directory, plans.size());
    String name = first.profile().run().name();
    RepeatedRuns runs =
        variation == null
            ? new RepeatedRuns(name, plans.size())
            : new RepeatedRuns(name, variation);
    LocalRuns running = new LocalRuns(new RunSeries(directory, stop), plans, screen);
    try {
      RepeatFiles files = new RepeatFiles(directory, runs, screen, Clock.systemUTC().instant());
      return new RepeatRun(plans.size(), runs, running, files).run();
    } finally {
      screen.tell(new ToolEvent.Sentence(Campaign.TOOL, results(directory)));
      json.print(directory.resolve(Repeat.FILE));
    }
  }

  /** All runs of the series, so that a mistake in the last is found before the first is made. */
  private List<LocalRuns.RunPlan> plans(Variation variation)
      throws ProfileException, UsageException, IOException {
    if (variation == null) {
      return Collections.nCopies(several.repeats(), plan("", order(read(List.of()))));
    }
    if (OverValues.isOfProfiles(variation) && line.isGiven()) {
      throw new UsageException(
          "--over: profile: give a profile instead of the URL; the others are found beside it");
    }
    List<LocalRuns.RunPlan> plans = new ArrayList<>();
    List<List<ProfileProblem>> mistakes = new ArrayList<>();
    for (int i = 0; i < variation.values().size(); i++) {
      String with = OverValues.override(variation, i);
      try {
        GivenProfile given =
            OverValues.isOfProfiles(variation)
                ? profile.readAnotherForThisHost(variation.values().get(i))
                : read(List.of(with));
        plans.add(plan(with, order(given)));
        mistakes.add(List.of());
      } catch (ProfileException e) {
        mistakes.add(e.problems());
      }
    }
    if (plans.size() < mistakes.size()) {
      throw OverValues.mistakes(variation, mistakes);
    }
    return plans;
  }

  private static LocalRuns.RunPlan plan(String with, Order order) throws UsageException {
    Scenario scenario = order.given().scenario();
    return new LocalRuns.RunPlan(with, scenario, Tools.here(scenario.pack()), order::in);
  }
}
