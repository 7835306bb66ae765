// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Result;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.verdict.Threshold;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A probe of 10 s: its windows are of one second each. */
class ProbeGettingFasterTest {
  private static LatencyHistogram millis(long each) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < 3; i++) {
      histogram.record(each * 1_000_000);
    }
    return histogram;
  }

  private static MessageSet numbers(int count) {
    MessageSet numbers = new MessageSet();
    for (int n = 0; n < count; n++) {
      numbers.add(n);
    }
    return numbers;
  }

  private static Boolean gettingFaster(String threshold, long... millisBySecond) {
    ResponseIntervals intervals =
        new ResponseIntervals(
            1,
            1,
            List.of(),
            LongStream.of(millisBySecond)
                .mapToObj(ms -> ResponseIntervals.encoded(millis(ms)))
                .toList());
    DeviceBook book = device(intervals);
    Result result = Result.join(book, backend(), List.of(Threshold.parse(threshold)));
    Probe probe = Probe.of(new ProbeRun("probe-01", "1", 10), 8, null, result, book);
    assertThat(probe.judged()).as(probe.status()).isTrue();
    return probe.gettingFaster();
  }

  private static DeviceBook device(ResponseIntervals intervals) {
    DeviceBook.DeviceFlow telemetry =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(8.0),
            new FlowNumbers(0, 80, null),
            new FlowTotals(
                FlowCounts.NONE,
                new FlowCounts(80, 80, 80, 80, Map.of(), Map.of(), 0, 0),
                millis(10),
                millis(5),
                null,
                0),
            numbers(80),
            numbers(80),
            new MessageSet(),
            new PerSecond(
                List.of(8L), List.of(8L), List.of(8L), List.of(0L), List.of(), Map.of(), null),
            intervals,
            null);
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "books",
        true,
        null,
        RunTimeline.of(10, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 11_000))),
        new DeviceBook.FleetCounts(5, 5, 5, Map.of(), 0, millis(30), null, null, null),
        Map.of("telemetry", telemetry),
        null,
        GeneratorBook.of(new GeneratorHealth(millis(1).summary(), 100, 3, 1.5, List.of())));
  }

  private static BackendBook backend() {
    BackendBook.BackendFlow telemetry =
        new BackendBook.BackendFlow(
            new BackendBook.ReceiptCounts(0, 0, 0),
            new BackendBook.ReceiptCounts(80, 0, 0),
            millis(7),
            numbers(80),
            Map.of(),
            null,
            null,
            null,
            null);
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "books",
        null,
        new BackendReading(true, true, null, 0),
        Map.of("telemetry", telemetry),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }

  @Test
  void aCrossedProbeWhoseResponseTimesFellIsMarked() {
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 2_198, 1_600, 900, 400, 160, 82))
        .isTrue();
  }

  @Test
  void oneWhoseResponseTimesRoseOrVariedIsNot() {
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 82, 160, 400, 900, 1_600, 2_198))
        .isNull();
    assertThat(gettingFaster("flows.*.response.p99 < 1ms", 90, 70, 120, 80, 75, 130)).isNull();
  }

  @Test
  void oneThatHeldSaysAllThereIsToSay() {
    assertThat(gettingFaster("flows.*.response.p99 < 1s", 2_198, 1_600, 900, 400, 160, 82))
        .isNull();
  }
}
