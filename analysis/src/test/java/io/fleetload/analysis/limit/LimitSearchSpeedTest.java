// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The search against the one before it, on the same targets with the same bounds. */
class LimitSearchSpeedTest {
  private static final int TARGETS = 1_000;
  private static final double FROM = 300;
  private static final double TO = 6_000;

  /** What a kind of target has in common. */
  private record Kind(double base, double slope, double noise, boolean bare) {}

  private static final Kind QUEUE = new Kind(20, 15, 0.1, false);
  private static final Kind CLIFF = new Kind(5, 0.05, 0.05, false);
  private static final Kind SLOW = new Kind(60, 120, 0.1, false);
  private static final Kind NOISY = new Kind(20, 60, 0.5, false);
  private static final Kind COUNTS = new Kind(20, 15, 0.05, true);

  private record Found(double seconds, double error, int probes) {}

  private static SyntheticTarget target(Kind kind, int seed) {
    double capacity = FROM * 1.5 * Math.pow(TO / FROM / 2, new Random(seed).nextDouble());
    return new SyntheticTarget(kind.base, kind.slope, kind.noise, any -> capacity, seed);
  }

  private static Found found(SyntheticTarget target, LimitSearch.Bracket bracket) {
    double limit = target.limit();
    double held = bracket.held() == null ? FROM : bracket.held();
    double crossed = bracket.crossed() == null ? TO : bracket.crossed();
    double error = Math.abs(Math.log((held + crossed) / 2 / limit));
    return new Found(target.seconds, error, target.probes);
  }

  private static Found fast(Kind kind, int seed) {
    SyntheticTarget target = target(kind, seed);
    LimitSearch search = new LimitSearch(FROM, TO, each -> each / 2, each -> each * 0.05, 1);
    for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
      double load = next.getAsDouble();
      search.saw(
          kind.bare ? target.bare(load, search.scouts()) : target.probe(load, search.scouts()));
      assertThat(target.probes).isLessThan(500);
    }
    return found(target, search.bracket());
  }

  private static Found former(Kind kind, int seed) {
    SyntheticTarget target = target(kind, seed);
    target.looksAlways = true;
    FormerLimitSearch search =
        new FormerLimitSearch(FROM, TO, each -> each / 2, each -> each * 0.05, 1);
    for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
      search.saw(next.getAsDouble(), target.probe(next.getAsDouble(), false).held());
    }
    FormerLimitSearch.Bracket bracket = search.bracket();
    return found(target, new LimitSearch.Bracket(bracket.held(), bracket.crossed(), null, null));
  }

  private static double median(double[] values) {
    return at(values, 0.5);
  }

  private static double at(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  /** Shares of the time, and errors of both: median and 95th percentile. */
  private record Compared(
      double time, double error, double formerError, double worst, double formerWorst) {}

  private static Compared compared(Kind kind) {
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < TARGETS; i++) {
      Found fast = fast(kind, i);
      Found former = former(kind, i);
      all.add(
          new double[] {
            fast.seconds / former.seconds,
            fast.error,
            former.error,
            fast.probes,
            former.probes,
            fast.seconds,
            former.seconds
          });
    }
    double[][] columns = new double[7][];
    for (int i = 0; i < columns.length; i++) {
      int column = i;
      columns[i] = all.stream().mapToDouble(each -> each[column]).toArray();
    }
    if (Boolean.getBoolean("fleetload.print")) {
      System.out.printf(
          "%s time %.3f (p90 %.3f) probes %.0f of %.0f seconds %.0f of %.0f error %.4f of %.4f p95 %.4f of %.4f%n",
          kind,
          median(columns[0]),
          at(columns[0], 0.9),
          median(columns[3]),
          median(columns[4]),
          median(columns[5]),
          median(columns[6]),
          median(columns[1]),
          median(columns[2]),
          at(columns[1], 0.95),
          at(columns[2], 0.95));
    }
    return new Compared(
        median(columns[0]),
        median(columns[1]),
        median(columns[2]),
        at(columns[1], 0.95),
        at(columns[2], 0.95));
  }

  private static void assertFasterAndAsGood(Kind kind, double time) {
    Compared compared = compared(kind);
    assertThat(compared.time).isLessThanOrEqualTo(time);
    assertThat(compared.error).isLessThanOrEqualTo(compared.formerError + 0.003);
    assertThat(compared.worst).isLessThanOrEqualTo(compared.formerWorst + 0.01);
  }

  @Test
  void aQueueTakesLessThanHalfTheTime() {
    assertFasterAndAsGood(QUEUE, 0.5);
  }

  @Test
  void aCliffTakesLessThanHalfTheTime() {
    assertFasterAndAsGood(CLIFF, 0.5);
  }

  @Test
  void aTargetThatDegradesSlowlyTakesLessThanHalfTheTime() {
    assertFasterAndAsGood(SLOW, 0.5);
  }

  @Test
  void aNoisyTargetTakesLessThanHalfTheTime() {
    assertFasterAndAsGood(NOISY, 0.5);
  }

  @Test
  void thresholdsOnCountsAloneTakeLessTimeWithoutAnEstimate() {
    assertFasterAndAsGood(COUNTS, 0.75);
  }
}
