// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.health.ProcessorTimes.Sample;
import io.fleetload.profile.Generator;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratorWatchTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final GcPauses pauses = new GcPauses();
  private long now = 7 * SECOND;
  private Sample sample = new Sample(0, 0, 0L);

  private GeneratorWatch watch(Generator limits) {
    return new GeneratorWatch(Simulator.DEVICES, limits, () -> sample, pauses, () -> now / MILLI);
  }

  private GeneratorWatch measuring(Generator limits) {
    GeneratorWatch watch = watch(limits);
    watch.begins(now, now);
    watch.measureBegins(now);
    return watch;
  }

  private void runs(GeneratorWatch watch, int seconds, double process, double thread, Double wait) {
    for (int i = 0; i < seconds * 100; i++) {
      now += GeneratorWatch.LOOK_NANOS;
      sample =
          new Sample(
              sample.processNanos() + (long) (process * GeneratorWatch.LOOK_NANOS),
              sample.threadNanos() + (long) (thread * GeneratorWatch.LOOK_NANOS),
              wait == null
                  ? null
                  : sample.waitedNanos() + (long) (wait * GeneratorWatch.LOOK_NANOS));
      watch.look(now);
    }
  }

  /** Asserts that there is one reason, and that it has these values in this order. */
  private static void says(GeneratorHealth health, String... values) {
    assertThat(health.reasons()).singleElement().asString().containsSubsequence(values);
  }

  @Test
  void aHealthyGeneratorHasNothingToSay() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 60, 1.4, 0.9, 0.4);
    pauses.collected("end of minor GC", now / MILLI, 90);
    watch.lag(now, now + 99 * MILLI);

    GeneratorHealth health = watch.health(0);
    assertThat(health.reasons()).isEmpty();
    assertThat(health.delays().cpu().process()).isCloseTo(1.4, within(1e-6));
    assertThat(health.delays().cpu().thread()).isCloseTo(0.9, within(1e-6));
    assertThat(health.delays().cpu().stolen()).isCloseTo(0.4, within(1e-6));
    assertThat(health.delays().longestGcPauseMs()).isEqualTo(90);
    assertThat(health.gcPauseMs()).isEqualTo(90);
    assertThat(health.delays().perSecond().threadCpu())
        .hasSize(61)
        .contains(0.9)
        .endsWith((Double) null);
  }

  @Test
  void eachSecondHasThePercentileOfWhatWasTurnedToInIt() {
    GeneratorWatch watch = measuring(new Generator(null));
    for (int i = 1; i <= 100; i++) {
      watch.lag(now - i * MILLI, now);
    }
    now += 2 * SECOND;
    watch.lag(now - SECOND, now);
    assertThat(watch.health(0).delays().perSecond().lagP99Ms())
        .containsExactly(99.025, null, 1_000.0);
    watch.lag(now, now);
    assertThat(watch.health(0).delays().perSecond().lagMaxMs()).hasSize(3);
  }

  @Test
  void lateMessagesAreItsFault() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 10, 0.2, 0.2, 0.0);
    watch.lag(now, now + 120 * MILLI);
    says(
        watch.health(0),
        "the device simulator",
        "99th percentile 120.0 ms",
        "limit 100 ms (generator.maxLag)",
        "--shards");
  }

  @Test
  void whoHadTheProcessorMeanwhileIsSaidWithIt() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 10, 0.2, 0.2, 0.31);
    watch.lag(now, now + 120 * MILLI);
    says(watch.health(0), "(generator.maxLag)", "31 %");
  }

  @Test
  void aPauseOfTheProcessIsItsFaultHoweverLongTheRunIs() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 600, 0.2, 0.2, null);
    now += 2 * SECOND;
    watch.look(now);
    runs(watch, 600, 0.2, 0.2, null);
    GeneratorHealth health = watch.health(0);
    assertThat(health.delays().loopDelay().times().p99()).isLessThan(0.01);
    says(health, "the device simulator", "1990 ms", "limit 1000 ms (generator.maxPause)", "0 ms");
    assertThat(health.delays().longestStallMs()).isEqualTo(1_990);
    assertThat(health.delays().perSecond().loopDelayMaxMs().get(600)).isEqualTo(1_990);
    assertThat(health.delays().perSecond().loopDelayMaxMs().get(601)).isEqualTo(1_000);
  }

  @Test
  void aPauseIsALateLookForEachThatFellIntoIt() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 20, 0.2, 0.2, null);
    now += SECOND;
    watch.look(now);
    GeneratorHealth health = watch.health(0);
    assertThat(health.delays().loopDelay().count()).isEqualTo(2_100);
    says(
        health,
        "the device simulator",
        "99th percentile",
        "780.1 ms",
        "limit 100 ms (generator.maxLoopDelay)",
        "--shards");
  }

  @Test
  void aLongGarbageCollectionIsNamedAsOne() {
    GeneratorWatch watch = measuring(new Generator(null));
    pauses.collected("end of major GC", now / MILLI + 1_500, 1_500);
    now += 1_600 * MILLI;
    watch.look(now);
    assertThat(watch.health(0).reasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .containsSubsequence(
                        "garbage collection",
                        "device simulator",
                        "1500 ms",
                        "limit 1000 ms (generator.maxPause)",
                        "FLEETLOAD_JAVA_OPTIONS=-Xmx4g"));
  }

  @Test
  void onlyPausesOfTheMeasuredPhaseCount() {
    GeneratorWatch watch = watch(new Generator(null));
    pauses.collected("end of major GC", now / MILLI - 1, 5_000);
    watch.begins(now, now);
    now += 3 * SECOND;
    watch.look(now);
    watch.measureBegins(now);
    pauses.collected("end of GC cycle", now / MILLI + 10, 4_000);
    now += 10 * MILLI;
    watch.look(now);
    watch.measureEnds(now);
    pauses.collected("end of major GC", now / MILLI + 3_000, 2_000);
    GeneratorHealth health = watch.health(0);
    assertThat(health.reasons()).isEmpty();
    assertThat(health.gcPauseMs()).isZero();
    assertThat(health.delays().loopDelay().count()).isEqualTo(1);
  }

  @Test
  void aPauseOfTheDrainCountsAsMeasuredMessagesAreStillUnderWay() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 20, 0.2, 0.2, null);
    watch.measureEnds(now);
    now += 3 * SECOND;
    watch.look(now);
    GeneratorHealth health = watch.health(0);
    assertThat(health.delays().loopDelay().times().max()).isLessThan(0.01);
    assertThat(health.delays().longestStallMs()).isEqualTo(2_990);
    says(health, "the device simulator", "2990 ms", "limit 1000 ms");
  }

  @Test
  void whoWaitsForWorkIsNotLate() {
    GeneratorWatch watch = measuring(new Generator(null));
    long until = now + 500 * MILLI;
    now += 500 * MILLI;
    watch.waited(until, now);
    assertThat(watch.health(0).delays().loopDelay().count()).isEqualTo(50);
    assertThat(watch.health(0).delays().longestStallMs()).isZero();
  }

  @Test
  void whoComesBackLateFromItsWaitWasAway() {
    GeneratorWatch watch = measuring(new Generator(null));
    long until = now + 10 * MILLI;
    now += 3_010 * MILLI;
    watch.waited(until, now);
    assertThat(watch.health(0).delays().longestStallMs()).isEqualTo(2_990);
  }

  @Test
  void aThreadThatIsAlwaysBusyIsTheLimit() {
    GeneratorWatch watch = measuring(new Generator(null));
    runs(watch, 10, 1.2, 0.97, 0.0);
    says(
        watch.health(0),
        "thread",
        "device simulator",
        "97.0 %",
        "limit 95% (generator.maxCpu)",
        "--shards");
  }

  @Test
  void aStolenProcessorIsTheLimitWhereTheProfileSaysSo() {
    GeneratorWatch watch =
        measuring(new Generator(null, null, null, null, Share.parse("20%"), null, null));
    runs(watch, 10, 0.5, 0.5, 0.31);
    says(watch.health(0), "31.0 %", "device simulator", "limit 20% (generator.maxStolen)");
  }

  @Test
  void whatNoSystemSaysIsAbsent() {
    sample = new Sample(0, 0, null);
    GeneratorWatch watch =
        measuring(new Generator(null, null, null, null, Share.parse("20%"), null, null));
    runs(watch, 10, 0.5, 0.5, null);
    assertThat(watch.health(0).delays().cpu().stolen()).isNull();
    assertThat(watch.health(0).reasons()).isEmpty();
  }

  @Test
  void processorTimeIsThatOfTheMeasuredPhaseAlone() {
    GeneratorWatch watch = watch(new Generator(null));
    watch.begins(now, now);
    runs(watch, 5, 1.5, 1.0, 0.0);
    watch.measureBegins(now);
    runs(watch, 10, 0.5, 0.25, 0.0);
    watch.measureEnds(now);
    runs(watch, 5, 1.5, 1.0, 0.0);
    GeneratorHealth health = watch.health(0);
    assertThat(health.cpuSeconds()).isCloseTo(5, within(1e-6));
    assertThat(health.delays().cpu().thread()).isCloseTo(0.25, within(1e-6));
    assertThat(health.delays().perSecond().cpu().subList(0, 20))
        .startsWith(1.5, 1.5, 1.5, 1.5, 1.5, 0.5)
        .endsWith(1.5, 1.5);
  }

  @Test
  void limitsAreTheProfiles() {
    GeneratorWatch watch =
        measuring(
            new Generator(
                Span.parse("10s"),
                Span.parse("10s"),
                Span.parse("1m"),
                Share.parse("100%"),
                null,
                null,
                null));
    runs(watch, 10, 1.0, 1.0, 0.0);
    now += 9 * SECOND;
    watch.look(now);
    watch.lag(now, now + 9 * SECOND);
    assertThat(watch.health(0).reasons()).isEmpty();
  }

  @Test
  void whoLosesAnswersAtItsOwnSocketsIsTheLimit() {
    GeneratorWatch watch = watch(new Generator(null));
    assertThat(watch.health(0).reasons()).isEmpty();
    watch.dropped(3);
    says(watch.health(0), "device simulator", "3 datagrams", "net.core.rmem_max");
  }

  @Test
  void sleepsAreSaidWhereThereWereAny() {
    GeneratorWatch watch = watch(new Generator(null));
    assertThat(watch.health(0).delays().napMs()).isNull();
    watch.napped(220_000);
    assertThat(watch.health(0).delays().napMs()).isEqualTo(0.22);
  }

  @Test
  void itsOwnFaultsAreTheLimit() {
    says(watch(new Generator(null)).health(2), "2 faults", "device simulator", "log");
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonEndsWithWhatToDo(Simulator who) {
    Generator limits = new Generator(null, null, null, null, Share.parse("20%"), null, null);
    LatencyHistogram late = new LatencyHistogram();
    late.record(SECOND);
    GeneratorLimits judged = new GeneratorLimits(who, limits);
    for (ProcessorShares each :
        Arrays.asList(null, new ProcessorShares(1, 1, 0.0), new ProcessorShares(1, 1, 0.5))) {
      judged.lag(late.summary(), each);
      judged.loopDelay(late.summary(), each);
      judged.processors(each);
    }
    judged.pause(2_000, 0);
    judged.pause(2_000, 2_000);
    judged.dropped(1);
    judged.faults(1);
    assertThat(judged.reasons())
        .hasSize(13)
        .allSatisfy(
            reason ->
                assertThat(reason)
                    .matches(".*[;:] (use|end|give it|raise|its log says which: report) .*[a-z4]"));
  }
}
