// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeTest {
  private static final Limit.Search SEARCH =
      new Limit.Search(null, 20, 400, "60 %", "5 %", 1, 10, 100, Map.of("telemetry", 100.0), null);
  private static final Golden WORDS = Golden.of("find-limit");

  private static NavigableMap<Double, Double> curve(
      double from, double to, int points, DoubleUnaryOperator p99) {
    NavigableMap<Double, Double> curve = new TreeMap<>();
    for (int i = 0; i < points; i++) {
      double rate = from + (to - from) * i / (points - 1);
      curve.put(rate, p99.applyAsDouble(rate));
    }
    return curve;
  }

  /**
   * Of M/M/1 the 99th percentile is ln 100 / (µ - λ). Its scaled slope is 1, and the difference
   * greatest, where (µ - λ)² = (µ - λ0) (µ - λ1).
   */
  @ParameterizedTest
  @CsvSource({"100, 900", "50, 990", "500, 950"})
  void theKneeOfASingleServerIsWhereItsScaledSlopeIsOne(double from, double to) {
    double served = 1_000;
    int points = 101;
    Knee knee = Knee.of(curve(from, to, points, rate -> Math.log(100) / (served - rate) * 1e3));
    double expected = served - Math.sqrt((served - from) * (served - to));
    assertThat(knee.rate()).isCloseTo(expected, within((to - from) / (points - 1)));
    assertThat(knee.p99()).isEqualTo(Math.log(100) / (served - knee.rate()) * 1e3);
    assertThat(knee.why()).isNull();
  }

  @Test
  void theKneeOfTwoLinesIsWhereTheyMeet() {
    Knee knee = Knee.of(curve(0, 1_000, 11, rate -> rate <= 700 ? 5 : 5 + (rate - 700)));
    assertThat(knee.rate()).isEqualTo(700);
  }

  @Test
  void aLineAFlatAndAConcaveCurveHaveNone() {
    for (DoubleUnaryOperator p99 :
        List.<DoubleUnaryOperator>of(rate -> rate, rate -> 5, Math::sqrt, rate -> -rate)) {
      Knee knee = Knee.of(curve(100, 1_000, 10, p99));
      assertThat(knee.rate()).isNull();
      WORDS.holds("no knee", knee.why());
    }
  }

  @Test
  void aBendThatIsNoMoreThanTheDistanceOfThePointsIsNone() {
    // The greatest difference is 0.2 where 1 / (n - 1) is 0.25.
    NavigableMap<Double, Double> curve =
        new TreeMap<>(Map.of(0.0, 0.0, 1.0, 1.0, 2.0, 1.2, 3.0, 2.3, 4.0, 4.0));
    assertThat(Knee.of(curve).rate()).isNull();
    curve.put(2.0, 0.9);
    assertThat(Knee.of(curve).rate()).isEqualTo(2);
  }

  @Test
  void fourRatesAreTooFew() {
    WORDS.says(Knee.of(curve(1, 4, 4, rate -> rate * rate * rate)).why(), "5", "4");
  }

  @Test
  void aRateCountsOnceAndWhatIsNoVerdictNotAtAll() {
    List<Probe> probes = new ArrayList<>();
    for (int rate = 100; rate <= 900; rate += 100) {
      probes.add(probe(rate, rate <= 700 ? 5 : 5 + rate - 700, "passed"));
    }
    assertThat(Knee.of(probes, SEARCH).rate()).isEqualTo(700);
    probes.add(probe(300, 1_000, "passed"));
    probes.add(probe(300, 5, "thresholds-crossed"));
    probes.add(probe(1_000, 9_000, "generator-limited"));
    assertThat(Knee.of(probes, SEARCH).rate()).isEqualTo(700);
  }

  @Test
  void aSearchInWhichARateHeldAboveOneThatDoesNotHasNone() {
    // Capacity fell from 150/s to 30/s, and from 100/s to 15/s once it was overloaded.
    double[] fell = {20, 32.8, 53.7, 88, 131.1, 200, -200, -131.1, -75.5, -53.7, -42.3, -36.8, 32};
    Knee fall = answer(fell, new LimitSearch.Bracket(32.0, 36.8, 36.8, 131.1)).knee();
    assertThat(fall.rate()).isNull();
    assertThat(fall.p99()).isNull();
    WORDS.says(fall.why(), "131.1/s", "36.8/s");
    double[] bistable = {20, 32, 51.2, 81.9, -131.1, -131.1, -66.6, -51.2, -32, -26, 20};
    Knee twice = answer(bistable, new LimitSearch.Bracket(20.0, 26.0, 26.0, 81.9)).knee();
    assertThat(twice.rate()).isNull();
    WORDS.says(twice.why(), "81.9/s", "26/s");
  }

  @Test
  void aCurveThatTurnsAboveTheRateThatDoesNotHoldHasNone() {
    double[] rates = {100, 112, -125, -150, -200, -300};
    Knee above = answer(rates, new LimitSearch.Bracket(112.0, 125.0, null, null)).knee();
    assertThat(above.rate()).isNull();
    WORDS.says(above.why(), "200/s", "125/s");
    Knee at = answer(rates, new LimitSearch.Bracket(150.0, 200.0, null, null)).knee();
    assertThat(at.rate()).isEqualTo(200);
  }

  /** A negative rate did not hold; the highest is the only one that is slow. */
  private static Limit answer(double[] rates, LimitSearch.Bracket bracket) {
    double highest = Arrays.stream(rates).map(Math::abs).max().orElseThrow();
    List<Probe> probes =
        Arrays.stream(rates)
            .mapToObj(
                each ->
                    probe(
                        Math.abs(each),
                        Math.abs(each) == highest ? 9_000 : 5,
                        each > 0 ? "passed" : "thresholds-crossed"))
            .toList();
    assertThat(Knee.of(probes, SEARCH).rate()).isNotNull();
    return new LimitAnswer("fleet", SEARCH, List.of(), probes, bracket).found();
  }

  private static Probe probe(double rate, double p99, String status) {
    return new Probe(
        new ProbeRun("probe", "1", 30),
        Probe.ProbeFleet.SAME,
        rate,
        rate,
        null,
        new ProbeTimes(p99, p99, p99, null),
        status,
        List.of(),
        null,
        null,
        null,
        Map.of());
  }
}
