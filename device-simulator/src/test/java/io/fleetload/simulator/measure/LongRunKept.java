// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.hono.HonoPack;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.rig.LongRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Keeps the device side's books of a long run. */
final class LongRunKept implements LongRun.Side {
  private final Map<String, FlowBook> books = new LinkedHashMap<>();
  private final LongRun run;
  private final Path file;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  private LongRunKept(LongRun run) {
    this.run = run;
    this.file = run.directory().resolve(DeviceBook.FILE);
    for (String flow : LongRun.FLOWS) {
      books.put(
          flow,
          new FlowBook(
              flow.equals(LongRun.ANSWER) ? null : (double) run.perFlow() / run.seconds(),
              run.warm(),
              run.perFlow(),
              new RoundRobin(run.devices(), 0, "device-{index}"),
              new FlowBook.FlowTimes(
                  0,
                  run.seconds() * LongRun.SECOND,
                  LongRun.WARM_UP_SECONDS,
                  ResponseIntervals.lengthFor(run.seconds()))));
    }
  }

  /** The run's {@link LongRun#of}. */
  public static void main(String[] arguments) throws IOException {
    LongRun run = LongRun.of(arguments);
    run.keep(new LongRunKept(run));
  }

  @Override
  public void renewed(int second) throws IOException {
    ResultFiles.write(file, book(false));
  }

  @Override
  public void closed() throws IOException {
    DeviceBook last = book(true);
    ResultFiles.write(file, last);
    for (ResultView view : new HonoPack().views()) {
      view.write(last, file.getParent());
    }
  }

  @Override
  public void message(String flow, int n, long due) {
    FlowBook book = books.get(flow);
    book.scheduled(n, due);
    if (n % 10_007 == 0) {
      book.notSent(n, NotSent.DEVICE_BUSY);
      return;
    }
    long sent = due + random.nextInt(1_000_000);
    book.sent(n, sent);
    if (n % 1_013 == 5) {
      book.retransmitted(n, sent);
    }
    if (n % 1_009 == 1) {
      book.failed(n, n % 2 == 0 ? Cause.Transport.TIMEOUT : new Cause.Protocol("5.03"), due, sent);
    } else if (n % 50_021 != 6) {
      book.ok(n, due, sent, sent + 1_000_000 + random.nextInt(1 << random.nextInt(8, 29)));
    }
  }

  private DeviceBook book(boolean complete) {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    books.forEach((name, book) -> flows.put(name, book.snapshot()));
    LatencyHistogram lag = new LatencyHistogram();
    lag.record(1_000);
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "long run",
        complete,
        null,
        RunTimeline.of(
            run.seconds() - LongRun.WARM_UP_SECONDS,
            List.of(
                new DeviceBook.PhaseTimes(
                    "warm-up", 1_000, 1_000 + LongRun.WARM_UP_SECONDS * 1_000L),
                new DeviceBook.PhaseTimes(
                    "measure",
                    1_000 + LongRun.WARM_UP_SECONDS * 1_000L,
                    1_000 + run.seconds() * 1_000L))),
        new DeviceBook.FleetCounts(
            run.devices(), run.devices(), run.devices(), Map.of(), 0, lag, null, null, null),
        flows,
        null,
        GeneratorBook.of(new GeneratorHealth(lag.summary(), 100, 0, 0, List.of())));
  }
}
