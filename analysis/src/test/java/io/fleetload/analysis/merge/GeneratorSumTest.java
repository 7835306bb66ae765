// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.health.GeneratorTimes;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorSumTest {
  private static final DeviceBook QUICK =
      book(
          new Shard(1, 2),
          times(2),
          new GeneratorCpu(0.5, 0.4, 0.3),
          seconds(1.0, null, 3.0),
          12.0);
  private static final DeviceBook SLOW =
      book(
          new Shard(2, 2),
          times(400),
          new GeneratorCpu(1.5, 0.9, null),
          seconds(4.0, 2.0),
          7.0,
          "it stood still");

  private static LatencyHistogram histogram(long millis) {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(millis * 1_000_000);
    return histogram;
  }

  private static GeneratorTimes times(long millis) {
    return new GeneratorTimes(
        histogram(millis), histogram(millis), millis > 100 ? histogram(millis) : histogram(1));
  }

  private static GeneratorSeconds seconds(Double... course) {
    List<Double> values = Arrays.asList(course);
    return new GeneratorSeconds(values, values, values, values, values, values);
  }

  private static DeviceBook book(
      Shard shard,
      GeneratorTimes times,
      GeneratorCpu cpu,
      GeneratorSeconds seconds,
      Double longestGc,
      String... reasons) {
    LatencyHistogram none = new LatencyHistogram();
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "run",
        true,
        shard,
        RunTimeline.of(3, List.of()),
        new DeviceBook.FleetCounts(0, 0, 0, Map.of(), 0, none, null, null, null),
        Map.of(),
        null,
        new GeneratorBook(
            new GeneratorHealth(
                none.summary(),
                100,
                5,
                2,
                List.of(reasons),
                new GeneratorDelays(null, null, longestGc, cpu, null, seconds, null, null, null)),
            none,
            times));
  }

  @Test
  void ofWhatOneThreadIsTheLimitTheWorstShardStandsAndTheRestAddsUp() {
    GeneratorSum sum = new GeneratorSum();
    sum.add(QUICK, 0);
    sum.add(SLOW, 1);
    GeneratorHealth health = sum.book().health();
    assertThat(health.delays().cpu()).isEqualTo(new GeneratorCpu(2.0, 0.9, 0.3));
    assertThat(health.cpuSeconds()).isEqualTo(4);
    assertThat(health.gcPauseMs()).isEqualTo(10);
    assertThat(health.delays().longestGcPauseMs()).isEqualTo(12);
    assertThat(health.delays().loopDelay().count()).isEqualTo(2);
    assertThat(health.delays().loopDelay().times().max()).isBetween(399.0, 401.0);
    assertThat(health.delays().pacing().times().p50()).isBetween(1.99, 2.01);
    assertThat(health.delays().capped().count()).isEqualTo(2);
    assertThat(health.delays().perSecond().cpu()).containsExactly(1.0, 4.0, 5.0);
    assertThat(health.delays().perSecond().threadCpu()).containsExactly(1.0, 4.0, 3.0);
    assertThat(health.delays().perSecond().lagMaxMs()).containsExactly(1.0, 4.0, 3.0);
    assertThat(health.reasons()).containsExactly("shard " + SLOW.shard() + ": it stood still");
    assertThat(sum.book().times().capped().count()).isEqualTo(2);
  }

  @Test
  void aPartOfTheTimesIsNotTheWhole() {
    DeviceBook old = book(new Shard(2, 2), null, null, null, null);
    GeneratorSum sum = new GeneratorSum();
    sum.add(QUICK, 0);
    sum.add(old, 0);
    assertThat(sum.book().times()).isNull();
    GeneratorHealth health = sum.book().health();
    assertThat(health.delays().loopDelay()).isNull();
    assertThat(health.delays().capped()).isNull();
    assertThat(health.delays().cpu()).isEqualTo(QUICK.generatorBook().health().delays().cpu());
    assertThat(health.delays().perSecond().lagMaxMs()).containsExactly(1.0, null, 3.0);
  }

  private static BackendBook.BackendHealth sum(BackendBook.BackendHealth... each) {
    BackendSum sum = new BackendSum(Map.of(), each.length);
    for (BackendBook.BackendHealth health : each) {
      sum.add(backend(health));
    }
    return sum.book().health();
  }

  private static BackendBook backend(BackendBook.BackendHealth health) {
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "run",
        null,
        new BackendReading(true, true, null, 3),
        Map.of(),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        health);
  }

  private static BackendBook.BackendHealth health(long millis, String... reasons) {
    LatencyHistogram times = histogram(millis);
    return new BackendBook.BackendHealth(
        new GeneratorHealth(
            times.summary(),
            100,
            5,
            2,
            List.of(reasons),
            new GeneratorDelays(
                null,
                times.summary(),
                3.0,
                new GeneratorCpu(0.5, 0.4, 0.3),
                null,
                null,
                (double) millis,
                null,
                null)),
        times,
        times);
  }

  @Test
  void theBooksOfSeveralBackendsNameTheOneThatStoodStill() {
    BackendBook.BackendHealth sum = sum(health(2), health(3_000, "it stood still"));
    assertThat(sum.said().reasons()).containsExactly("backend 2: it stood still");
    assertThat(sum.said().delays().longestStallMs()).isEqualTo(3_000);
    assertThat(sum.said().lag().count()).isEqualTo(2);
    assertThat(sum.loopDelay().count()).isEqualTo(2);
    assertThat(sum.said().delays().pacing()).isNull();
  }

  @Test
  void aBackendAloneStaysAsItIsAndOneThatSaysNothingLeavesTheSumUnknown() {
    BackendBook.BackendHealth alone = health(3_000, "it stood still");
    assertThat(sum(alone).said()).isEqualTo(alone.said());
    assertThat(sum(alone, null)).isNull();
  }
}
