package io.fleetload.simulator;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.RenewedFile;
import io.fleetload.process.SocketDrops;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Condition;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.Aborted;
import io.fleetload.results.AgreedStart;
import io.fleetload.results.Baseline;
import io.fleetload.results.Course;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.FlowCounts;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedView;
import io.fleetload.results.Threshold;
import io.fleetload.simulator.device.Connecting;
import io.fleetload.simulator.device.Fleet;
import io.fleetload.simulator.device.FleetPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.measure.TenantSessions;
import io.fleetload.simulator.metrics.DeviceMetrics;
import io.fleetload.simulator.start.FlowStart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One run of the device side: connect, flows, drain; its book is on disk all the time. */
final class Simulation {
  /** The tool's name in what it tells. */
  static final String TOOL = "device-simulator";

  private static final long START_DELAY_NANOS = 200_000_000L;

  private final HonoProfile profile;
  private final FleetPlan plan;
  private final DeviceDriver driver;
  private final RunClock clock;
  private final Path directory;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final Optional<DeviceMetrics> metrics;
  private final ConnectionBook connections;
  private final TenantSessions tenants;
  private final GeneratorWatch watch;
  private final PhaseClock phases;
  private final RenewedFile onDisk;
  private final SocketDrops sockets =
      new SocketDrops(Path.of("/proc"), ProcessHandle.current().pid());
  private boolean measuring;
  private final Baseline baseline;
  private final FlowStart begin;
  private final BookPace pace;
  private Fleet fleet;
  private Aborted aborted;
  private Instant agreed;

  Simulation(
      HonoProfile profile,
      FleetPlan plan,
      DeviceDriver driver,
      RunClock clock,
      Path directory,
      ToolEvents.Teller teller,
      StopSignal stop,
      Optional<DeviceMetrics> metrics,
      Baseline baseline,
      FlowStart begin) {
    this.profile = profile;
    this.plan = plan;
    this.driver = driver;
    this.clock = clock;
    this.directory = directory;
    this.teller = teller;
    this.stop = stop;
    this.metrics = metrics;
    this.tenants =
        new TenantSessions(plan.tenants(), plan.own().devices(), plan.ownSessions().devices());
    this.connections = new ConnectionBook(plan.ownSessions().count(), tenants);
    this.watch = new GeneratorWatch(profile.generator());
    this.phases = new PhaseClock(clock, plan);
    this.onDisk =
        new RenewedFile(
            directory.resolve(DeviceBook.FILE),
            text -> teller.tell(new ToolEvent.Said(TOOL, text)));
    this.baseline = baseline;
    this.begin = begin;
    this.pace = new BookPace(clock.nanos());
  }

  /**
   * Runs it.
   *
   * @return what the device side alone can say of the run
   */
  ExitCode run() throws TargetException, IOException, InterruptedException {
    driver.onDisconnect(this::disconnected);
    Connecting connecting =
        new Connecting(
            plan.ownSessions(),
            plan.phases().connect(),
            driver::link,
            driver.loop(),
            clock,
            connections,
            plan.seed());
    stop.onStop(() -> driver.loop().execute(connecting::stop));
    stop.onStop(() -> begin.giveUp("it was stopped"));
    connect(connecting);
    long start = agreedStart();
    phases.flowsBegin(start);
    CompletableFuture<Void> ended =
        onLoop(
                () -> {
                  fleet =
                      new Fleet(plan, driver::link, connecting, driver.loop(), clock, watch, start);
                  return fleet;
                })
            .thenCompose(Fleet::begin);
    stop.onStop(() -> driver.loop().execute(this::stopFleet));
    AbortWatch thresholds = thresholds(start);
    saidOfShards();
    await(ended, () -> look(thresholds, start));
    phases.runEnds();
    return finish(stop.why() == null);
  }

  private void connect(Connecting connecting) throws TargetException, InterruptedException {
    CompletableFuture<Cause> connected = connecting.begin();
    await(connected, () -> begin.stillPossible(connectedSoFar()));
    if (connected.join() != null) {
      throw new TargetException(NoSession.line(connected.join(), profile, plan));
    }
    begin.stillPossible(connectedSoFar());
  }

  private String connectedSoFar() throws InterruptedException {
    DeviceBook.Devices devices = now(connections::snapshot);
    return "%d of %d devices were".formatted(devices.connected(), devices.asked());
  }

  /** When the flows begin, on the run's clock. */
  private long agreedStart() throws TargetException, InterruptedException {
    if (begin.waitsFor() != null && stop.why() == null) {
      teller.tell(new ToolEvent.Said(TOOL, begin.waitsFor()));
    }
    CompletableFuture<Instant> agreement = begin.agreed();
    // Who was stopped waits for nobody.
    stop.onStop(() -> agreement.complete(null));
    await(agreement, () -> {});
    agreed = agreement.join();
    long now = clock.nanos();
    return agreed == null
        ? now + START_DELAY_NANOS
        : now + ChronoUnit.NANOS.between(Instant.EPOCH, agreed) - clock.epochNanos(now);
  }

  private void saidOfShards() {
    if (plan.own().shard().of() > 1
        && plan.own().shard().number() == 1
        && profile.thresholds().stream().map(Condition::threshold).anyMatch(Threshold::abort)) {
      teller.tell(
          new ToolEvent.Said(
              TOOL, "thresholds with abort end no shard; they are judged over the whole run"));
    }
  }

  private AbortWatch thresholds(long startNanos) {
    return new AbortWatch(
        plan,
        // A shard sees a part of every figure, and must not leave the others to go on without it.
        plan.own().shard().of() > 1
            ? List.of()
            : profile.thresholds().stream().map(Condition::threshold).toList(),
        baseline,
        clock.epochNanos(startNanos) / 1_000_000L);
  }

  /** Judges on this thread what the wire's thread only copies. */
  private void look(AbortWatch thresholds, long startNanos) throws InterruptedException {
    if (!thresholds.isNeeded() || aborted != null) {
      return;
    }
    Taken taken = now(() -> new Taken(clock.nanos() - startNanos, fleet.courses()));
    Optional<Aborted> crossed = thresholds.look(taken.courses, taken.sinceStartNanos);
    if (crossed.isPresent()) {
      aborted = crossed.get();
      now(
          () -> {
            phases.measureEnds();
            fleet.abort();
            return null;
          });
      teller.tell(new ToolEvent.Said(TOOL, aborted.sentence()));
    }
  }

  /** What happened up to a time. */
  private record Taken(long sinceStartNanos, Map<String, Course> courses) {}

  private void disconnected(int session) {
    connections.disconnected();
    if (fleet != null) {
      fleet.disconnected(session);
    }
  }

  private void stopFleet() {
    if (fleet != null) {
      fleet.stop();
    }
  }

  private ExitCode finish(boolean complete) throws IOException, InterruptedException {
    if (metrics.isPresent()) {
      metrics.get().show(now(this::figures));
    }
    sockets.since().ifPresent(watch::dropped);
    DeviceBook book = now(() -> book(complete));
    ResultFiles.write(directory.resolve(DeviceBook.FILE), book);
    ResultFiles.write(directory.resolve(SeedView.FILE), SeedView.of(book));
    if (!complete) {
      return ExitCode.INTERRUPTED;
    }
    boolean balanced =
        book.flows().values().stream()
                .map(DeviceBook.Flow::measured)
                .mapToLong(FlowCounts::remainder)
                .sum()
            == 0;
    if (!balanced) {
      return ExitCode.LEDGER_UNBALANCED;
    }
    if (!book.generator().reasons().isEmpty()) {
      return ExitCode.GENERATOR_LIMITED;
    }
    return aborted == null ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED;
  }

  /** Waits for a phase to end; tells every second how far it is, and keeps the book on disk. */
  private void await(CompletableFuture<?> end, EverySecond also)
      throws TargetException, InterruptedException {
    long told = clock.nanos();
    while (true) {
      try {
        end.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        long now = clock.nanos();
        double passed = (now - told) / 1e9;
        told = now;
        if (!measuring && phases.name().equals("measure")) {
          measuring = true;
          sockets.begin();
        }
        Told last = now(() -> new Told(figures(), progress(passed)));
        teller.tell(
            new ToolEvent.Progress(
                TOOL,
                phases.name(),
                phases.secondsLeft(),
                last.progress,
                phases.seconds(),
                last.figures.devicesSoFar(profile.generator()),
                null));
        metrics.ifPresent(each -> each.show(last.figures));
        also.look();
        if (pace.isDue(now)) {
          onDisk.renew(now(() -> book(false)));
          pace.wrote(now, clock.nanos());
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TargetException expected) {
          throw expected;
        }
        throw new IllegalStateException("the run ended by a fault of its own", e.getCause());
      }
    }
  }

  /** What else is to be done every second. */
  @FunctionalInterface
  private interface EverySecond {
    void look() throws TargetException, InterruptedException;
  }

  /** Of one second, both taken in one turn of the wire's thread, so that they agree. */
  private record Told(RunFigures figures, Map<String, ToolEvent.Flow> progress) {}

  private RunFigures figures() {
    return new RunFigures(
        connections.snapshot(), fleet == null ? Map.of() : fleet.figures(), watch.lagSoFar());
  }

  private Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    return fleet == null ? Map.of() : fleet.progress(passedSeconds);
  }

  private DeviceBook book(boolean complete) {
    return new DeviceBook(
        DeviceBook.VERSION,
        plan.runId(),
        profile.run().name(),
        complete,
        phases.measuredSeconds(),
        phases.times(),
        connections.snapshot(),
        fleet == null ? Map.of() : fleet.books(),
        watch.health(driver.loop().faults()),
        plan.own().shard().of() == 1 ? null : plan.own().shard(),
        watch.lags(),
        aborted,
        watch.times(),
        start(),
        tenants.snapshot());
  }

  /** How the flows began; null where nothing was agreed. */
  private AgreedStart start() {
    if (agreed == null) {
      return null;
    }
    Double skew = fleet == null ? null : fleet.skewNanos();
    return new AgreedStart(
        agreed.toEpochMilli(), skew == null ? null : Math.round(skew / 1e3) / 1e3);
  }

  private <T> T now(Supplier<T> work) throws InterruptedException {
    try {
      return onLoop(work).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the fleet's thread failed", e.getCause());
    }
  }

  private <T> CompletableFuture<T> onLoop(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, driver.loop()::execute);
  }
}
