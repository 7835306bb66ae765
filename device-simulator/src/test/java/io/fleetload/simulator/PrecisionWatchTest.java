// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.Course;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.results.time.Precision;
import io.fleetload.simulator.device.TestPlan;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** A flow of 100 messages a second after a warm-up of 2 s; the measured phase is of 600 s. */
class PrecisionWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int RATE = 100;
  private static final int LAST = 602 * RATE;
  private static final FleetPlan PLAN =
      new TestPlan(1)
          .with(TestPlan.phases("1s", "0s", "2s", "until p99 ± 10% within 10m", "0s"))
          .plan();

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(36);
  private final FlowBook book =
      new FlowBook(
          (double) RATE,
          2 * RATE,
          LAST,
          new RoundRobin(1, 0, "d"),
          new FlowBook.FlowTimes(0, 602 * SECOND, 2, 1));
  private final PrecisionWatch watch =
      new PrecisionWatch(new RunTimes(PLAN, 0), PLAN.phases().measuring().until());
  private int sent;

  private Map<String, Course> until(int second) {
    for (; sent < second * RATE; sent++) {
      long due = sent * (SECOND / RATE);
      long took = Math.round(5e6 * Math.exp(0.5 * random.nextGaussian()));
      book.scheduled(sent, due);
      book.sent(sent, due);
      book.ok(sent, due, due, due + took);
    }
    return Map.of("telemetry", book.course(second * SECOND));
  }

  @Test
  void itLooksOnceNoiseIsKnownAndThenATenthLater() {
    assertThat(watch.isDue(21 * SECOND)).as("19 s measured").isFalse();
    assertThat(watch.isDue(22 * SECOND)).isTrue();
    watch.look(until(22), 22 * SECOND);
    assertThat(watch.isDue(23 * SECOND)).isFalse();
    assertThat(watch.isDue(24 * SECOND)).isTrue();
  }

  @Test
  void measuringEndsOnceTheFigureIsPrecise() {
    MeasureEnd end = watch.look(until(3), 3 * SECOND);
    assertThat(end.reached()).as("after a second").isFalse();
    int second = 22;
    while (!end.reached()) {
      second += 2;
      end = watch.look(until(second), second * SECOND);
    }
    assertThat(second).isBetween(24, 120);
    assertThat(end.share()).isLessThanOrEqualTo(0.1);
    assertThat(end.sentence(second - 2)).contains("until p99 ± 10% was known");
  }

  @Test
  void aPrecisionThatIsOutOfReachIsSaidWithTheFlow() {
    MeasureEnd end =
        new PrecisionWatch(new RunTimes(PLAN, 0), new Precision("p99.9", 0.001))
            .look(until(100), 100 * SECOND);
    assertThat(end.reached()).isFalse();
    assertThat(end.flow()).isEqualTo("telemetry");
    assertThat(end.sentence(600)).contains("p99.9 ± 0.1% was not reached (telemetry: ± ");
  }

  @Test
  void aPhaseOfAFixedLengthIsLeftAlone() {
    PrecisionWatch none = new PrecisionWatch(new RunTimes(PLAN, 0), null);
    assertThat(none.isDue(100 * SECOND)).isFalse();
    assertThat(none.look(until(30), 30 * SECOND)).isNull();
  }
}
