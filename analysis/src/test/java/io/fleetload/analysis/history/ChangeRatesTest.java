// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.compare.ComparedRun;
import io.fleetload.analysis.compare.Figure;
import io.fleetload.analysis.compare.ResultRun;
import io.fleetload.analysis.report.RichResult;
import io.fleetload.results.figure.FigureKind.Better;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often the search is wrong, and what it finds: histories of known making, by seeds. The docs
 * have the shares of 200 histories, {@code -Dhistories=200 -Dflows=1 -Drates.print=true}.
 */
class ChangeRatesTest {
  private static final int HISTORIES = Integer.getInteger("histories", 25);
  private static final Figure P99 = Figure.of("telemetry", "flows.*.response.p99");
  private static final double NOISE = 0.05;

  /** What differs from run to run; counts and rates asked for do not. */
  private static final Set<Figure.Scale> NOISY =
      EnumSet.of(Figure.Scale.MILLIS, Figure.Scale.COST, Figure.Scale.RATE);

  /** Every time and every cost moves by itself: nothing is as hard for many figures together. */
  private static List<PastRun> history(int runs, long seed, double step, IntPredicate after) {
    ObjectNode result = RichResult.plain();
    if (Integer.getInteger("flows", 4) == 1) {
      ((ObjectNode) result.get("flows")).retain("telemetry");
    }
    ComparedRun like = ResultRun.of("like", result);
    Random random = new Random(seed);
    List<PastRun> history = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      Map<Figure, Double> figures = new LinkedHashMap<>(like.figures());
      for (Map.Entry<Figure, Double> each : figures.entrySet()) {
        double noise = NOISE * random.nextGaussian();
        if (each.getKey().equals(P99) && after.test(run)) {
          noise += step * NOISE;
        }
        if (each.getKey().better() != Better.NEITHER && NOISY.contains(each.getKey().scale())) {
          each.setValue(each.getValue() * Math.exp(noise));
        }
      }
      history.add(
          new PastRun(
              Path.of("run-" + run),
              Instant.ofEpochSecond(1_700_000_000L + 86_400L * run),
              "rates",
              "passed",
              null,
              "digest",
              "",
              Map.of(),
              figures,
              Map.of(),
              Map.of()));
    }
    return history;
  }

  private static List<LevelChange> changes(int runs, long seed, double step, IntPredicate after) {
    return new ChangeSearch(history(runs, seed, step, after)).changes();
  }

  private static double share(IntPredicate holds) {
    return IntStream.range(0, HISTORIES).filter(holds).count() / (double) HISTORIES;
  }

  private static void print(String what, double share) {
    if (Boolean.getBoolean("rates.print")) {
      System.out.printf("%s: %.1f %%%n", what, 100 * share);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 100, 200})
  void runsThatAreAlikeSeldomHaveAChange(int runs) {
    double wrong = share(seed -> !changes(runs, seed, 0, run -> false).isEmpty());
    print("alike, %s runs: any false change".formatted(runs), wrong);
    // Of 25 histories with 5 % each, more than 4 are wrong in 1 of 100 cases.
    assertThat(wrong).isLessThanOrEqualTo(HISTORIES >= 100 ? 0.08 : 0.16);
  }

  @ParameterizedTest
  @CsvSource({"30, 15, 3", "60, 30, 3", "200, 150, 3", "100, 90, 3", "30, 25, 3", "30, 27, 3"})
  void aLargeStepIsFoundWhereItIs(int runs, int at, double step) {
    double found = share(seed -> isAt(runs, seed, step, at));
    print("step of %s at %s of %s".formatted(step, at, runs), found);
    assertThat(found).isGreaterThanOrEqualTo(runs - at < 5 ? 0.5 : 0.85);
  }

  private static boolean isAt(int runs, long seed, double step, int at) {
    return changes(runs, 1_000 + seed, step, run -> run >= at).stream()
        .anyMatch(each -> each.figure().equals(P99) && Math.abs(each.first() - at) <= 1);
  }

  @ParameterizedTest
  @CsvSource({"40, 20, 1", "100, 50, 1", "40, 20, 2"})
  void aStepOfTheSizeOfTheNoiseIsFoundInMost(int runs, int at, double step) {
    double found =
        share(
            seed ->
                changes(runs, 2_000 + seed, step, run -> run >= at).stream()
                    .anyMatch(each -> each.figure().equals(P99)));
    print("step of %s at %s of %s, anywhere".formatted(step, at, runs), found);
    assertThat(found).isGreaterThan(step > 1 || runs > 40 ? 0.8 : 0.2);
  }

  @ParameterizedTest
  @CsvSource({"60, 30, 40, 3", "200, 100, 110, 3", "200, 100, 120, 3"})
  void aWorseTimeThatEndedIsFound(int runs, int from, int to, double step) {
    double found =
        share(
            seed ->
                changes(runs, 3_000 + seed, step, run -> run >= from && run < to).stream()
                        .filter(each -> each.figure().equals(P99))
                        .count()
                    >= 2);
    print("step of %s from %s to %s of %s".formatted(step, from, to, runs), found);
    assertThat(found).isGreaterThanOrEqualTo(0.85);
  }
}
