// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SteadyRuleTest {
  private static final int NEVER = 200;

  /** The 99th percentiles of a cold JVM in windows of 5 s, as one was seen. */
  private static final double[] COLD = {
    2198, 1740, 1310, 905, 610, 388, 241, 160, 118, 96, 88, 84, 82, 83, 82, 84, 81, 83, 82, 83
  };

  private final SteadyRule rule = new SteadyRule(3, 0.05);

  private static SteadyRule.Window window(double p99, long backlog) {
    return new SteadyRule.Window(Map.of("telemetry p99 ms", p99), backlog, 600);
  }

  /** After how many windows of a course it is steady. */
  private int steadyAfter(IntToDoubleFunction p99, IntToDoubleFunction backlog) {
    for (int i = 0; i < NEVER; i++) {
      rule.add(window(p99.applyAsDouble(i), (long) backlog.applyAsDouble(i)));
      if (rule.unsteady().isEmpty()) {
        return i + 1;
      }
    }
    return NEVER;
  }

  @Test
  void aColdTargetIsSteadyOnceItsResponseTimesAreFlat() {
    int after = steadyAfter(i -> COLD[Math.min(i, COLD.length - 1)], i -> 20);
    assertThat(after).isBetween(14, 16);
  }

  @Test
  void whatStillFallsIsNamed() {
    for (int i = 0; i < 6; i++) {
      rule.add(window(COLD[i], 20));
    }
    assertThat(rule.unsteady()).hasValue("telemetry p99 ms fell from 1,740 to 610");
  }

  @Test
  void aNoisyTargetThatDoesNotGetFasterIsSteadySoon() {
    Random random = new Random(5);
    int late = 0;
    for (int run = 0; run < 1_000; run++) {
      SteadyRule each = new SteadyRule(3, 0.05);
      int windows = 0;
      do {
        each.add(window(80 * Math.exp(0.5 * random.nextGaussian()), 20));
        windows++;
      } while (each.unsteady().isPresent());
      assertThat(windows).isBetween(6, 12);
      late += windows > 6 ? 1 : 0;
    }
    assertThat(late).as("of 1,000 runs").isLessThan(80);
  }

  @Test
  void aTargetThatGetsFasterAllTheTimeIsNeverSteady() {
    assertThat(steadyAfter(i -> 1e6 * Math.pow(0.95, i), i -> 20)).isEqualTo(NEVER);
  }

  @Test
  void flatResponseTimesBesideABacklogAreNotSteady() {
    assertThat(steadyAfter(i -> 80, i -> 20_000 - 1_000 * i)).isEqualTo(21);
    rule.add(window(80, 9_000));
    assertThat(rule.unsteady()).hasValue("9,000 messages waited for their outcome");
  }

  @Test
  void aFigureThatIsNotInAllWindowsIsNotCompared() {
    for (int i = 0; i < 3; i++) {
      rule.add(new SteadyRule.Window(Map.of(), 0, 0));
    }
    for (int i = 0; i < 3; i++) {
      rule.add(window(80, 0));
    }
    assertThat(rule.unsteady()).isEmpty();
  }

  @Test
  void aDifferenceOfLessThanAMillisecondIsNone() {
    assertThat(steadyAfter(i -> i < 3 ? 1.8 : 0.9, i -> 0)).isEqualTo(6);
  }

  @Test
  void tooShortATimeIsNotEnough() {
    assertThat(rule.unsteady()).get(STRING).contains("too short");
    assertThat(rule.falling()).isEmpty();
  }
}
