// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.BookOnDisk;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.commandline.LabelOption;
import io.fleetload.commandline.MetricsOptions;
import io.fleetload.commandline.RunIdConverter;
import io.fleetload.commandline.StartGate;
import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.commandline.ToolOptions;
import io.fleetload.cost.CostReadings;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSet;
import io.fleetload.health.BackendWatch;
import io.fleetload.metrics.MetricsSource;
import io.fleetload.metrics.ShownMetrics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ShardCount;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Span;
import io.fleetload.results.Baseline;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import io.fleetload.scenario.Scenario;
import io.fleetload.shards.SharedRun;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.RunDirectory;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command line of the backend simulator. */
@TopCommand
@Command(
    name = BackendCommand.NAME,
    description =
        "Receives what the system under test delivers, sends its commands, and keeps the backend's"
            + " half of the books.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class BackendCommand implements Callable<Integer> {
  static final String NAME = "backend-simulator";

  private static final long SECOND_NANOS = 1_000_000_000L;

  @Mixin private ToolOptions options;

  @Mixin private StartGate begin;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default: results/<run>-<time>")
  private Path out;

  @Option(
      names = "--run-id",
      paramLabel = "HEX",
      converter = RunIdConverter.class,
      description = "counts messages of this run only; default: the run of the first message")
  private RunId runId;

  @Option(
      names = "--for",
      paramLabel = "SPAN",
      converter = RunSpan.class,
      description = "ends after this time, such as 5m, and when all that was sent is read")
  private Span longest;

  @Option(
      names = "--backend",
      paramLabel = "I/M",
      description =
          "is the I-th of M backends that share what the target delivers, such as 2/3; the first"
              + " one leads where the profile has a coordination and --shards is given")
  private String backend;

  @Mixin private DeviceHostOptions shards;

  @Mixin private LabelOption labels;

  @Mixin private MetricsOptions metrics;

  /** The command line that reports a mistake in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return ToolCommandLine.of(factory.create());
  }

  @Override
  public Integer call() {
    return options.run(NAME, this::receive);
  }

  private ExitCode receive(Teller teller, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    Map<String, String> words = labels.labels();
    Scenario scenario = options.scenario();
    LoadProfile profile = scenario.profile();
    Shard which = which();
    shards.check(profile.coordination(), profile.carriers(), runId, longest);
    boolean awaited = shards.areAwaited(profile.coordination());
    if (awaited) {
      ShardCount.check(shards.count(), profile.phases());
    }
    boolean leads = awaited && which.number() == 1;
    Baseline baseline = leads ? scenario.readBaseline(options.profileFile()) : null;
    Path directory = RunDirectory.forRun(out, scenario, Instant.now());
    RunClock clock = RunClock.system();
    BackendRun.Plan plan =
        new BackendRun.Plan(
            profile.run().name(),
            ledger(scenario, which),
            longest == null ? Long.MAX_VALUE : longest.nanos(),
            options.json() ? SECOND_NANOS : 5 * SECOND_NANOS,
            LateArrivals.of(directory, which, profile.phases().drain()),
            scenario.pack().views());
    BackendWatch watch = new BackendWatch(profile.generator());
    BackendDriver all = scenario.backend(clock, stop);
    BackendDriver target = which.of() == 1 ? all : all.part(which);
    // What the leading one adds up goes where the book of the only one would be.
    Path own =
        leads && which.of() > 1
            ? Files.createDirectories(which.backendDirectory(directory))
            : directory;
    RunDirectory.refuseUsed(own, BackendBook.FILE);
    BookOnDisk book = new BookOnDisk(own, text -> say(teller, text));
    MetricsSource source = new MetricsSource(NAME, profile.run().name(), runId, which);
    try (ShownMetrics figures = metrics.show(source, text -> say(teller, text))) {
      Optional<BackendMetrics> shown = figures.meters().map(BackendMetrics::new);
      Teller telling = readyTo(figures, teller);
      Receiving receiving =
          from -> new BackendRun(plan, from, watch, book, telling, stop, clock, shown).run();
      begin.await(stop);
      if (stop.why() != null) {
        return ExitCode.INTERRUPTED;
      }
      if (!awaited) {
        ExitCode code = receiving.from(target);
        // A program that reads JSON judges the book itself.
        if (!options.json()) {
          code.said(limits(watch)).forEach(line -> say(teller, line));
          say(teller, "the backend's half of the books is in " + directory);
        }
        return code;
      }
      SharedRun run = SharedRun.of(profile, options.profileFile(), runId, shards.count());
      BackendShare part = new BackendShare(run, profile, which);
      if (!leads) {
        try (FollowingBackend following =
            new FollowingBackend(part, Clock.systemUTC(), teller, stop)) {
          ExitCode code = receiving.from(BackendShare.withEntry(target, following::open));
          following.handIn(own.resolve(BackendBook.FILE));
          return code;
        }
      }
      try (CostReadings cost =
              new CostReadings(
                  profile.phases(), CostReadings.HostReading.ELSEWHERE, text -> say(teller, text));
          AwaitedShards together =
              new AwaitedShards(part, directory, Clock.systemUTC(), teller, stop, cost)) {
        cost.pagesOf(scenario.run().target());
        ExitCode code = receiving.from(BackendShare.withEntry(target, together::open));
        // Where the backend itself was the limit, the verdict on the whole run says so.
        return code == ExitCode.PASSED || code == ExitCode.GENERATOR_LIMITED
            ? new WholeRun(
                    scenario, part, baseline, directory, cost, words, text -> say(teller, text))
                .judged(together.missing())
            : code;
      }
    }
  }

  /** One reception, from the first connection to the last line of its book. */
  @FunctionalInterface
  private interface Receiving {
    ExitCode from(BackendDriver target)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  private ArrivalLedger ledger(Scenario scenario, Shard which) {
    LoadProfile profile = scenario.profile();
    FlowSet flows = scenario.flows();
    return new ArrivalLedger(
            flows.names(),
            flows.answers(),
            profile.devices().count(),
            runId,
            shards.clocks(profile.carriers()))
        .ofPart(which)
        .withGroups(flows.groups(profile.devices()))
        .withKinds(flows.kinds())
        .withStoreOf(flows.stored())
        .withReceivers(flows.receivers())
        .withAnnouncements(scenario.run().announcements().kinds());
  }

  private Shard which() throws UsageException {
    try {
      return backend == null ? Shard.WHOLE : Shard.parse(backend);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--backend: " + e.getMessage().replace("a shard", "a backend"));
    }
  }

  private static List<String> limits(BackendWatch watch) {
    BackendBook.BackendHealth health = watch.health();
    return health == null ? List.of() : health.said().reasons();
  }

  private static void say(Teller teller, String text) {
    teller.tell(new ToolEvent.Sentence(NAME, text));
  }

  /** Kubernetes asks the page for what others read in the events. */
  private static Teller readyTo(ShownMetrics figures, Teller teller) {
    return event -> {
      if (event instanceof ToolEvent.Ready) {
        figures.ready();
      }
      teller.tell(event);
    };
  }

  /** A length of time on the command line. */
  static final class RunSpan implements ITypeConverter<Span> {
    @Override
    public Span convert(String text) {
      try {
        return Span.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
