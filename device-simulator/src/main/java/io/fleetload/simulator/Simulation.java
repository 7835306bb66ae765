package io.fleetload.simulator;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.FlowCounts;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedView;
import io.fleetload.simulator.device.Connecting;
import io.fleetload.simulator.device.Fleet;
import io.fleetload.simulator.device.FleetPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.metrics.DeviceMetrics;
import java.io.IOException;
import java.nio.file.Path;
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
  private static final int SECONDS_BETWEEN_BOOKS = 2;

  private final HonoProfile profile;
  private final FleetPlan plan;
  private final DeviceDriver driver;
  private final RunClock clock;
  private final Path directory;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final Optional<DeviceMetrics> metrics;
  private final ConnectionBook connections;
  private final GeneratorWatch watch;
  private final PhaseClock phases;
  private Fleet fleet;

  Simulation(
      HonoProfile profile,
      FleetPlan plan,
      DeviceDriver driver,
      RunClock clock,
      Path directory,
      ToolEvents.Teller teller,
      StopSignal stop,
      Optional<DeviceMetrics> metrics) {
    this.profile = profile;
    this.plan = plan;
    this.driver = driver;
    this.clock = clock;
    this.directory = directory;
    this.teller = teller;
    this.stop = stop;
    this.metrics = metrics;
    this.connections = new ConnectionBook(plan.devices());
    this.watch = new GeneratorWatch(profile.generator());
    this.phases = new PhaseClock(clock, plan);
  }

  /**
   * Runs it.
   *
   * @return what the device side alone can say of the run
   */
  ExitCode run() throws TargetException, IOException, InterruptedException {
    driver.onDisconnect(connections::disconnected);
    Connecting connecting =
        new Connecting(
            plan.devices(),
            plan.phases().connect(),
            driver::link,
            driver.loop(),
            clock,
            connections,
            plan.seed());
    stop.onStop(() -> driver.loop().execute(connecting::stop));
    CompletableFuture<Cause> connected = connecting.begin();
    await(connected);
    if (connected.join() != null) {
      throw new TargetException(unreachable(connected.join()));
    }
    long start = clock.nanos() + START_DELAY_NANOS;
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
    await(ended);
    phases.runEnds();
    return finish(stop.why() == null);
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
    return book.generator().reasons().isEmpty() ? ExitCode.PASSED : ExitCode.GENERATOR_LIMITED;
  }

  /** Waits for a phase to end; tells every second how far it is, and keeps the book on disk. */
  private void await(CompletableFuture<?> end) throws IOException, InterruptedException {
    long told = clock.nanos();
    for (int second = 1; ; second++) {
      try {
        end.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        long now = clock.nanos();
        double passed = (now - told) / 1e9;
        told = now;
        Told last = now(() -> new Told(metrics.map(each -> figures()), progress(passed)));
        teller.tell(
            new ToolEvent.Progress(TOOL, phases.name(), phases.secondsLeft(), last.progress));
        last.figures.ifPresent(figures -> metrics.orElseThrow().show(figures));
        if (second % SECONDS_BETWEEN_BOOKS == 0) {
          ResultFiles.write(directory.resolve(DeviceBook.FILE), now(() -> book(false)));
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("the run ended by a fault of its own", e.getCause());
      }
    }
  }

  /** Of one second, both taken in one turn of the wire's thread, so that they agree. */
  private record Told(Optional<RunFigures> figures, Map<String, ToolEvent.Flow> progress) {}

  private RunFigures figures() {
    return new RunFigures(
        connections.snapshot(),
        fleet == null ? Map.of() : fleet.figures(),
        watch.health(driver.loop().faults()).lag());
  }

  private Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    if (fleet != null) {
      return fleet.progress(passedSeconds);
    }
    return Map.of(
        "devices " + connections.connected() + " of " + plan.devices(),
        new ToolEvent.Flow(plan.phases().connect().rate().perSecond(), 0, 0, 0, 0));
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
        null,
        watch.lags());
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

  private String unreachable(Cause cause) {
    String where = profile.target().coap();
    if (cause == Cause.Transport.UNREACHABLE) {
      return "the CoAP adapter at %s is not reachable: nothing listens there (target.coap)"
          .formatted(where);
    }
    if (cause == Cause.Transport.HANDSHAKE || cause == Cause.Transport.TIMEOUT) {
      return ("no DTLS session for %s@%s at %s within %s: Hono answers an unknown tenant, an"
              + " unknown device and a wrong key with silence; check target.coap, tenant.id,"
              + " devices.id and devices.psk, or run provisioning")
          .formatted(
              profile.devices().name(0),
              profile.tenant().id(),
              where,
              plan.phases().connect().timeout());
    }
    return "the CoAP adapter at %s refused %s: %s (target.coap)"
        .formatted(where, profile.devices().name(0), cause.key());
  }
}
