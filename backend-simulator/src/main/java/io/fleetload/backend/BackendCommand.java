// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.analysis.merge.Found;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.Merged;
import io.fleetload.backend.ledger.BookOnDisk;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.commandline.MetricsOptions;
import io.fleetload.commandline.OneLineMistakes;
import io.fleetload.commandline.RunIdConverter;
import io.fleetload.commandline.ToolOptions;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardCount;
import io.fleetload.health.BackendWatch;
import io.fleetload.metrics.MetricsServer;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Span;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.BackendBook;
import io.fleetload.results.Baseline;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.HostLoad;
import io.fleetload.results.ResultFiles;
import io.fleetload.scenario.Scenario;
import io.fleetload.shards.SharedRun;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.RunDirectory;
import io.fleetload.tool.Surroundings;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
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

  @Mixin private DeviceHostOptions shards;

  @Mixin private MetricsOptions metrics;

  /** The command line with mistakes told in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return OneLineMistakes.on(factory.create());
  }

  @Override
  public Integer call() {
    return options.run(NAME, this::receive);
  }

  private ExitCode receive(Teller teller, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    Scenario<?> scenario = options.scenario();
    LoadProfile profile = scenario.profile();
    shards.check(profile.coordination(), profile.carriers(), runId, longest);
    boolean awaited = shards.areAwaited(profile.coordination());
    if (awaited) {
      ShardCount.check(shards.count(), profile.phases());
    }
    Baseline baseline = awaited ? profile.readBaseline(options.profileFile()) : null;
    Path directory = RunDirectory.forRun(out, profile, Instant.now());
    RunClock clock = RunClock.system();
    BackendRun.Plan plan =
        new BackendRun.Plan(
            profile.run().name(),
            runId,
            profile.flowNames(),
            profile.answers(),
            scenario.flows(),
            profile.devices().count(),
            longest == null ? Long.MAX_VALUE : longest.nanos(),
            options.json() ? SECOND_NANOS : 5 * SECOND_NANOS,
            shards.clocks(profile.carriers()),
            scenario.views());
    BackendWatch watch = new BackendWatch(profile.generator());
    BackendDriver target = scenario.backend(clock, stop);
    BookOnDisk book =
        new BookOnDisk(directory, text -> teller.tell(new ToolEvent.Said(NAME, text)));
    Optional<MetricsServer> page = metrics.serve();
    page.ifPresent(each -> teller.tell(new ToolEvent.Said(NAME, "metrics at " + each.address())));
    try (MetricsServer served = page.orElse(null)) {
      Optional<BackendMetrics> shown =
          Optional.ofNullable(served).map(each -> new BackendMetrics(each.meters()));
      Teller telling = served == null ? teller : readyTo(served, teller);
      if (!awaited) {
        return new BackendRun(plan, target, watch, book, telling, stop, clock, shown).run();
      }
      SharedRun run = SharedRun.of(profile, options.profileFile(), runId, shards.count());
      try (AwaitedShards together =
          new AwaitedShards(
              run,
              profile.phases(),
              profile.sessions(),
              directory,
              Clock.systemUTC(),
              teller,
              stop)) {
        BackendDriver whole = (arrivals, each) -> withShards(target.open(arrivals, each), together);
        ExitCode code = new BackendRun(plan, whole, watch, book, telling, stop, clock, shown).run();
        // Where the backend itself was the limit, the verdict on the whole run says so.
        return code == ExitCode.PASSED || code == ExitCode.GENERATOR_LIMITED
            ? judged(scenario, baseline, directory, together.books(), teller)
            : code;
      }
    }
  }

  /** What is received from is open before a shard can begin, and the shards before it is said. */
  private static BackendDriver.Reception withShards(
      BackendDriver.Reception reception, AwaitedShards shards)
      throws UsageException, TargetException {
    boolean open = false;
    try {
      shards.open();
      open = true;
      return reception;
    } finally {
      if (!open) {
        reception.close();
      }
    }
  }

  /** The verdict on the shards' books and the one that this backend wrote. */
  private static ExitCode judged(
      Scenario<?> scenario, Baseline baseline, Path directory, List<Path> shards, Teller teller)
      throws UsageException, IOException {
    EndOfRun end = new EndOfRun(directory, scenario.views(), text -> say(teller, text));
    BackendBook backend = ResultFiles.read(directory.resolve(BackendBook.FILE), BackendBook.class);
    List<Found.Book<DeviceBook>> books = Found.in(shards).devices();
    DeviceBook device;
    if (books.size() == 1) {
      device = books.get(0).whole().read();
      end.keep(device);
    } else {
      try {
        Found all = new Found(books, List.of(new Found.Book<>(BackendBook.FILE, backend)));
        Merged merged = Merged.of(all);
        end.keep(merged);
        device = merged.device();
      } catch (MergeRefusal e) {
        throw new UsageException(e.getMessage());
      }
    }
    // Each simulator looked at its own part of its host; nobody at the rest of it.
    HostLoad unknown = null;
    EndOfRun.Terms terms =
        new EndOfRun.Terms(
            scenario.profile().bounds(), baseline, unknown, Surroundings.of(scenario.profile()));
    return end.judge(device, backend, terms, UnaryOperator.identity());
  }

  private static void say(Teller teller, String text) {
    teller.tell(new ToolEvent.Said(NAME, text));
  }

  /** Kubernetes asks the page for what others read in the events. */
  private static Teller readyTo(MetricsServer page, Teller teller) {
    return event -> {
      if (event instanceof ToolEvent.Ready) {
        page.ready();
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
