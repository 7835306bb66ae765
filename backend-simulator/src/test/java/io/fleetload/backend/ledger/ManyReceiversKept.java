// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Keeps and judges the books of messages of which each has many receivers. */
final class ManyReceiversKept {
  static final int RECEIVERS = 1_000;
  static final int MESSAGES = 10_000;

  static final String FLOW = "write";
  static final RunId RUN = RunId.parse("c0ffee");

  private ManyReceiversKept() {}

  /** Whether a receiver never gets a message; such as leaves no runs of numbers. */
  static boolean lost(int n, int receiver) {
    return (n * 31 + receiver * 7) % 97 == 5;
  }

  /** Writes book and result into the directory that is named, and says how long that took. */
  public static void main(String[] arguments) throws Exception {
    long begun = System.nanoTime();
    Path directory = Path.of(arguments[0]);
    Path file = directory.resolve(BackendBook.FILE);
    ResultFiles.write(file, kept(file));
    long kept = System.nanoTime();
    BackendBook book = ResultFiles.read(file, BackendBook.class);
    ResultFiles.write(
        directory.resolve(Result.FILE), Result.join(device(MESSAGES), book, List.of()));
    System.out.printf(
        "%,d deliveries kept in %d ms and judged in %d ms%n",
        (long) RECEIVERS * MESSAGES,
        (kept - begun) / 1_000_000,
        (System.nanoTime() - kept) / 1_000_000);
  }

  private static BackendBook kept(Path file) throws Exception {
    // Each message is of another device, which costs most.
    ArrivalLedger ledger =
        new ArrivalLedger(List.of(FLOW), Map.of(), MESSAGES, RUN, ClockWatch.ofThisHost())
            .withReceivers(Map.of(FLOW, RECEIVERS));
    for (int n = 0; n < MESSAGES; n++) {
      Stamp stamp = new Stamp(RUN, FLOW, Period.MEASURED, n, n, 1, 1);
      for (int receiver = 0; receiver < RECEIVERS; receiver++) {
        if (!lost(n, receiver)) {
          ledger.arrived(stamp, 1_000_000 + receiver, receiver);
        }
      }
      if (n % 2_000 == 1_999) {
        ResultFiles.write(file, ledger.book("many", false, false, n, null));
      }
    }
    return ledger.book("many", true, true, MESSAGES, null);
  }

  /** Of a run that sent so many, each confirmed. */
  static DeviceBook device(int messages) {
    LatencyHistogram time = new LatencyHistogram();
    time.record(1_000_000);
    MessageSet all = new MessageSet();
    for (int n = 0; n < messages; n++) {
      all.add(n);
    }
    FlowCounts counts =
        new FlowCounts(messages, messages, messages, messages, Map.of(), Map.of(), 0, 0);
    List<Long> one = List.of((long) messages);
    return new DeviceBook(
        DeviceBook.VERSION,
        RUN.toString(),
        "many",
        true,
        null,
        RunTimeline.of(1, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 2_000))),
        new DeviceBook.FleetCounts(1, 1, 1, Map.of(), 0, time, null, null, null),
        Map.of(
            FLOW,
            new DeviceBook.DeviceFlow(
                FlowTerms.rate((double) messages),
                new FlowNumbers(0, messages, new RoundRobin(messages, 0, "device-{index}")),
                new FlowTotals(FlowCounts.NONE, counts, time, time, null, 0),
                all,
                all,
                new MessageSet(),
                new PerSecond(one, one, one, List.of(0L), List.of(), Map.of(), null),
                null,
                null)),
        null,
        GeneratorBook.of(new GeneratorHealth(time.summary(), 100, 0, 0, List.of())));
  }
}
