// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.RunClock;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Generator;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.tool.SocketDrops;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Goes along with a run: tells every second how far it is, and keeps its book on disk. */
final class EachSecond {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Generator limits;
  private final RunClock clock;
  private final PhaseClock phases;
  private final WireTurns wire;
  private final RunBook book;
  private final RunOutput output;
  private final SocketDrops sockets;
  private final BookPace pace;
  private final TargetSilence silence = new TargetSilence();
  private boolean measuring;

  /** Further work of every second. */
  @FunctionalInterface
  interface Also {
    /** Does it; what it throws ends the run. */
    void look() throws TargetException, InterruptedException;
  }

  /** A flow in one second, both taken in one turn of the wire's thread, so that they agree. */
  private record FlowSecond(FlowFigures figures, ToolEvent.FlowProgress progress) {}

  /**
   * Nothing is reported yet.
   *
   * @param sockets counts what they drop from the beginning of the measured phase on
   */
  EachSecond(
      Generator limits,
      RunClock clock,
      PhaseClock phases,
      WireTurns wire,
      RunBook book,
      RunOutput output,
      SocketDrops sockets) {
    this.limits = limits;
    this.clock = clock;
    this.phases = phases;
    this.wire = wire;
    this.book = book;
    this.output = output;
    this.sockets = sockets;
    this.pace = new BookPace(clock.nanos());
  }

  /**
   * Waits for a phase to end.
   *
   * @throws TargetException if it ended because the target cannot be talked to
   */
  void until(CompletableFuture<?> end, Also also) throws TargetException, InterruptedException {
    long told = clock.nanos();
    while (true) {
      try {
        end.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        long now = clock.nanos();
        countDropsOfTheMeasuredPhase();
        tell((now - told) / 1e9);
        told = now;
        also.look();
        if (pace.isDue(clock.nanos())) {
          keep();
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TargetException expected) {
          throw expected;
        }
        throw new IllegalStateException("the run ended by a fault of its own", e.getCause());
      }
    }
  }

  private void countDropsOfTheMeasuredPhase() {
    if (!measuring && phases.name().equals("measure")) {
      measuring = true;
      sockets.begin();
    }
  }

  private void tell(double passedSeconds) throws InterruptedException {
    Map<String, FlowSecond> flows =
        wire.takeEach(
            book.flows(),
            flow -> new FlowSecond(book.figures(flow), book.progress(flow, passedSeconds)));
    Map<String, FlowFigures> figures = new LinkedHashMap<>();
    Map<String, ToolEvent.FlowProgress> progress = new LinkedHashMap<>();
    flows.forEach(
        (flow, second) -> {
          figures.put(flow, second.figures);
          progress.put(flow, second.progress);
        });
    RunFigures last = wire.take(() -> book.figures(figures));
    output.tell(
        new ToolEvent.Progress(
            Simulation.TOOL,
            phases.name(),
            phases.secondsLeft(),
            progress,
            phases.seconds(),
            last.devicesSoFar(limits),
            null));
    silence.look(last, clock.epochNanos(clock.nanos()) / NANOS_PER_MILLI).ifPresent(output::tell);
    output.show(last);
  }

  /** Writes the book as it is now. */
  void keep() throws InterruptedException {
    long begins = clock.nanos();
    Map<String, DeviceBook.DeviceFlow> flows = wire.takeEach(book.flows(), book::flow);
    output.renew(wire.take(() -> book.snapshot(false, flows)));
    pace.wrote(begins, clock.nanos());
  }
}
