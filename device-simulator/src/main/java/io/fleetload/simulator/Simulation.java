// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.RunClock;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.progress.Teller;
import io.fleetload.results.Baseline;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.WarmUpEnd;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.device.Connector;
import io.fleetload.simulator.device.FleetRun;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.StartingSessions;
import io.fleetload.simulator.measure.DisturbanceTimes;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.SessionDiary;
import io.fleetload.simulator.metrics.DeviceMetrics;
import io.fleetload.simulator.start.FlowStart;
import io.fleetload.tool.SocketDrops;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One run of the device side: connect, flows, drain; its book is on disk all the time. */
final class Simulation {
  /** The tool's name in what it tells. */
  static final String TOOL = "device-simulator";

  /** In which the flows of a small fleet are planned. */
  private static final long START_DELAY_NANOS = 100_000_000L;

  /**
   * Planning time of each device, in ns: 5,000 took 42 ms in a virtual machine that was still cold.
   */
  private static final long PLANNING_NANOS = 10_000;

  private final Scenario scenario;
  private final LoadProfile profile;
  private final FleetPlan plan;
  private final DeviceDriver driver;
  private final RunClock clock;
  private final StopSignal stop;
  private final Baseline baseline;
  private final FlowStart begin;
  private final PhaseClock phases;
  private final WireTurns wire;
  private final RunBook book;
  private final RunOutput output;
  private final EachSecond eachSecond;
  private final SocketDrops sockets = SocketDrops.ofThisProcess();

  /** The wire's thread alone sets and reads it. */
  private FleetRun flowing;

  private boolean warmUpTold;
  private List<String> limits = List.of();

  /** A run that has not begun. */
  Simulation(
      Scenario scenario,
      FleetPlan plan,
      DeviceDriver driver,
      RunClock clock,
      Path directory,
      Teller teller,
      StopSignal stop,
      Optional<DeviceMetrics> metrics,
      Baseline baseline,
      FlowStart begin) {
    this.scenario = scenario;
    this.profile = scenario.profile();
    this.plan = plan;
    this.driver = driver;
    this.clock = clock;
    this.stop = stop;
    this.baseline = baseline;
    this.begin = begin;
    this.phases = new PhaseClock(clock);
    this.wire = new WireTurns(driver.loop());
    this.book =
        new RunBook(
            profile,
            plan,
            phases,
            driver.loop(),
            clock,
            SessionDiary.of(scenario.run().announcements(), plan.runId(), clock));
    this.output = new RunOutput(directory, scenario.pack().views(), teller, metrics);
    this.eachSecond =
        new EachSecond(profile.generator(), clock, phases, wire, book, output, sockets);
  }

  /**
   * Runs it.
   *
   * @return what the device side alone can say of the run
   * @throws UsageException if a file of the profile turned out to be wrong in the run
   */
  ExitCode run() throws UsageException, TargetException, IOException, InterruptedException {
    driver.listen(
        new DeviceDriver.Listener() {
          @Override
          public void ended(int session) {
            disconnected(session);
          }

          @Override
          public void received(Inbound inbound) {
            if (flowing != null) {
              flowing.received(inbound);
            }
          }

          @Override
          public void unexpectedAnswer(int session) {
            book.connections().unexpectedAnswer();
          }
        });
    Connector connector =
        new Connector(
            new StartingSessions(plan.ownSessions(), plan.groups()),
            plan.phases().connect(),
            driver::link,
            driver.loop(),
            clock,
            book.connections(),
            plan.seed());
    stop.onStop(() -> driver.loop().execute(connector::stop));
    stop.onStop(() -> begin.giveUp("it was stopped"));
    connect(connector);
    RunTimes times = new RunTimes(plan, agreedStart());
    phases.flowsBegin(times);
    FleetRun fleet = wire.take(() -> fleet(connector, times));
    CompletableFuture<Void> ended = fleet.begin();
    stop.onStop(fleet::stop);
    EarlyEnd early =
        new EarlyEnd(
            thresholds(times),
            new PrecisionWatch(times, plan.phases().measuring().until()),
            fleet,
            phases,
            wire,
            book,
            output);
    sayThatShardsDoNotAbort();
    eachSecond.until(
        ended,
        () -> {
          sayHowTheWarmUpEnded();
          early.look();
        });
    phases.runEnds();
    early.measured();
    UsageException failure = wire.take(fleet::failure);
    ExitCode code = finish(stop.why() == null && failure == null);
    if (failure != null) {
      throw failure;
    }
    return code;
  }

  /** Reasons why the generator limited a run that has ended; empty if it did not. */
  List<String> limits() {
    return limits;
  }

  private void connect(Connector connector) throws TargetException, InterruptedException {
    CompletableFuture<Cause> connected = connector.begin();
    eachSecond.until(connected, () -> begin.stillPossible(connectedSoFar()));
    if (connected.join() != null) {
      throw new TargetException(scenario.run().unreachable(plan.ownSessions(), connected.join()));
    }
    // One that dies in its flows has left what it connected.
    eachSecond.keep();
    begin.stillPossible(connectedSoFar());
  }

  private String connectedSoFar() throws InterruptedException {
    DeviceBook.FleetCounts devices = wire.take(book.connections()::snapshot);
    return "%s of %s sessions were".formatted(devices.connected(), devices.asked());
  }

  /** Time at which the flows begin, on the run's clock. */
  private long agreedStart() throws TargetException, InterruptedException {
    if (begin.waitsFor() != null && stop.why() == null) {
      output.say(begin.waitsFor());
    }
    CompletableFuture<Instant> agreement = begin.agreed();
    // A run that was stopped does not wait for the others.
    stop.onStop(() -> agreement.complete(null));
    eachSecond.until(agreement, () -> {});
    Instant agreed = agreement.join();
    book.agreed(agreed);
    long now = clock.nanos();
    return agreed == null
        ? now + START_DELAY_NANOS + plan.own().count() * PLANNING_NANOS
        : now + ChronoUnit.NANOS.between(Instant.EPOCH, agreed) - clock.epochNanos(now);
  }

  private FleetRun fleet(Connector connector, RunTimes times) {
    flowing =
        new FleetRun(
            plan,
            driver::link,
            connector,
            driver.loop(),
            clock,
            book.watch(),
            times,
            DisturbanceTimes.of(profile, times::measureStartNanos));
    book.flowsOf(flowing);
    return flowing;
  }

  private void disconnected(int session) {
    book.connections().disconnected(session, clock.nanos());
    if (flowing != null) {
      flowing.disconnected(session);
    }
  }

  private void sayHowTheWarmUpEnded() throws InterruptedException {
    WarmUpEnd end = warmUpTold ? null : wire.take(book::warmUpEnd);
    if (end != null) {
      warmUpTold = true;
      if (end.flaw() != null) {
        output.say(end.flaw());
      } else if (end.steady() != null) {
        output.say(
            String.format(
                Locale.ROOT, "the target was steady after %.0f s of warm-up", end.seconds()));
      }
    }
  }

  private AbortWatch thresholds(RunTimes times) {
    return new AbortWatch(
        times,
        // A shard sees a part of every figure, and must not leave the others to go on without it.
        plan.own().shard().of() > 1 ? List.of() : profile.bounds(),
        baseline,
        clock.epochNanos(times.startNanos()) / 1_000_000L);
  }

  private void sayThatShardsDoNotAbort() {
    if (plan.own().shard().of() > 1
        && plan.own().shard().number() == 1
        && profile.bounds().stream().anyMatch(Threshold::abort)) {
      output.say("thresholds with abort end no shard; they are judged over the whole run");
    }
  }

  private ExitCode finish(boolean complete) throws IOException, InterruptedException {
    if (output.showsFigures()) {
      Map<String, FlowFigures> flows = wire.takeEach(book.flows(), book::figures);
      output.show(wire.take(() -> book.figures(flows)));
    }
    sockets.since().ifPresent(book.watch()::dropped);
    Map<String, DeviceBook.DeviceFlow> flows = wire.takeEach(book.flows(), book::flow);
    DeviceBook last =
        wire.take(() -> book.snapshot(complete, flows).announced(book.connections().sessions()));
    output.write(last);
    limits = last.generatorBook().health().reasons();
    return exitCode(last);
  }

  private static ExitCode exitCode(DeviceBook book) {
    if (!book.complete()) {
      return ExitCode.INTERRUPTED;
    }
    boolean balanced =
        book.flows().values().stream()
                .map(each -> each.totals().measured())
                .mapToLong(FlowCounts::remainder)
                .sum()
            == 0;
    if (!balanced) {
      return ExitCode.LEDGER_UNBALANCED;
    }
    if (!book.generatorBook().health().reasons().isEmpty()) {
      return ExitCode.GENERATOR_LIMITED;
    }
    return book.timeline().aborted() == null ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED;
  }
}
