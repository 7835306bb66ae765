// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often a comparison is wrong, and how often it finds what there is. Seeds make the figures the
 * same on every machine; docs/how-to/compare-runs.md has them.
 */
class ErrorRatesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Bound TEN_PERCENT = new Bound(0.1);
  private static final Figure P99 = ComparedFigures.ofFlow("telemetry", "response.p99");

  private ComparedRun quiet = Runs.run("run", Runs.result());
  private final Random random = new Random(8);

  /** Every time of every run has noise of its own: nothing is as hard for many figures together. */
  private ComparedRun run(double noise, double shift) {
    Map<Figure, Double> figures = new LinkedHashMap<>(quiet.figures());
    figures.replaceAll(
        (figure, value) ->
            figure.scale() == Figure.Scale.MILLIS
                ? value
                    * Math.exp(noise * random.nextGaussian())
                    * (figure.equals(P99) ? 1 + shift : 1)
                : value);
    return Runs.withFigures(quiet, figures);
  }

  private List<ComparedRun> side(int runs, double noise, double shift) {
    List<ComparedRun> side = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      side.add(run(noise, shift));
    }
    return side;
  }

  private static boolean has(Comparison comparison, Row.Word... words) {
    return comparison.rows().stream().anyMatch(row -> List.of(words).contains(row.word()));
  }

  /** Of 100 comparisons of so many runs a side, those in which B is worse. */
  private int found(int runs, double noise, double shift) {
    int found = 0;
    for (int i = 0; i < 100; i++) {
      if (new Comparison(side(runs, noise, 0), side(runs, noise, shift), TEN_PERCENT).answer()
          == Row.Word.WORSE) {
        found++;
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10})
  void equalSidesHaveAFalseWordInAtMostFiveOfAHundred(int runs) {
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
      Comparison equal = new Comparison(side(runs, 0.2, 0), side(runs, 0.2, 0), TEN_PERCENT);
      wrong += has(equal, Row.Word.WORSE, Row.Word.BETTER) ? 1 : 0;
    }
    assertThat(wrong).as("of 100").isLessThanOrEqualTo(5);
  }

  @Test
  void aShiftOfATenthIsFoundInNineOfTenByFiveRunsASide() {
    assertThat(found(5, 0.03, 0.1)).isGreaterThanOrEqualTo(90);
  }

  @Test
  void aShiftInOneOfFourFlowsIsFoundAsWell() {
    ObjectNode result = Runs.result();
    for (int flow = 2; flow <= 4; flow++) {
      ((ObjectNode) result.get("flows")).set("flow" + flow, Runs.telemetry(result).deepCopy());
    }
    quiet = Runs.run("run", result);
    assertThat(found(5, 0.03, 0.1)).isGreaterThanOrEqualTo(90);
  }

  @Test
  void moreRunsNeverFindLess() {
    // Two standard deviations, and twice the bound.
    int before = 0;
    for (int runs : new int[] {2, 3, 5, 10}) {
      int found = found(runs, 0.1, 0.22);
      assertThat(found).as("of 100, %s runs a side", runs).isGreaterThanOrEqualTo(before);
      before = found;
    }
    assertThat(before).isGreaterThanOrEqualTo(95);
  }

  @Test
  void enoughRunsOfEqualSidesAreAlike() {
    for (int i = 0; i < 20; i++) {
      assertThat(new Comparison(side(10, 0.03, 0), side(10, 0.03, 0), TEN_PERCENT).answer())
          .isEqualTo(Row.Word.ALIKE);
    }
  }

  /**
   * Series of runs on a host where other programs took more than half of the processor: their times
   * differ by factors, and some messages fail.
   */
  @ParameterizedTest
  @CsvSource({
    "quickstart-runs.jsonl, 1",
    "quickstart-runs.jsonl, 2",
    "quickstart-runs.jsonl, 3",
    "quickstart-runs.jsonl, 5",
    "echo-runs.jsonl, 2",
    "echo-runs.jsonl, 3",
    "echo-runs.jsonl, 5"
  })
  void equalSidesOfRealRunsHaveAFalseWordInAtMostFiveOfAHundred(String series, int runs)
      throws IOException {
    List<ComparedRun> all = new ArrayList<>(real(series));
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
      Collections.shuffle(all, random);
      Comparison equal =
          new Comparison(all.subList(0, runs), all.subList(runs, 2 * runs), TEN_PERCENT);
      assertThat(equal.refused()).as(equal.incomparable().toString()).isFalse();
      wrong += has(equal, Row.Word.WORSE, Row.Word.BETTER) ? 1 : 0;
    }
    assertThat(wrong).as("of 100").isLessThanOrEqualTo(5);
  }

  /** The noise of the real runs, as wide as 3 %: with its shape, and all figures together. */
  @Test
  void aShiftOfATenthIsFoundInRealRunsOfLittleNoise() throws IOException {
    List<ComparedRun> all = new ArrayList<>(quiet(real("quickstart-runs.jsonl")));
    int found = 0;
    for (int i = 0; i < 100; i++) {
      Collections.shuffle(all, random);
      Comparison slower =
          new Comparison(
              all.subList(0, 5),
              all.subList(5, 10).stream().map(ErrorRatesTest::slower).toList(),
              TEN_PERCENT);
      found += slower.answer() == Row.Word.WORSE ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(90);
  }

  private static List<ComparedRun> quiet(List<ComparedRun> runs) {
    Map<Figure, double[]> logs = new LinkedHashMap<>();
    for (Figure figure : runs.get(0).figures().keySet()) {
      if (figure.scale() == Figure.Scale.MILLIS) {
        logs.put(
            figure,
            runs.stream().mapToDouble(run -> Math.log(run.figures().get(figure))).toArray());
      }
    }
    List<ComparedRun> all = new ArrayList<>();
    for (ComparedRun run : runs) {
      Map<Figure, Double> figures = new LinkedHashMap<>(runs.get(0).figures());
      logs.forEach(
          (figure, values) -> {
            double mean = DoubleStream.of(values).average().orElseThrow();
            double deviation =
                Math.sqrt(
                    DoubleStream.of(values).map(each -> (each - mean) * (each - mean)).sum()
                        / (values.length - 1));
            double log = Math.log(run.figures().get(figure));
            figures.put(figure, Math.exp(mean + 0.03 * (log - mean) / deviation));
          });
      all.add(Runs.withFigures(run, figures));
    }
    return all;
  }

  private static ComparedRun slower(ComparedRun run) {
    Map<Figure, Double> figures = new LinkedHashMap<>(run.figures());
    figures.computeIfPresent(P99, (figure, value) -> value * 1.1);
    return Runs.withFigures(run, figures);
  }

  private static List<ComparedRun> real(String series) throws IOException {
    List<ComparedRun> runs = new ArrayList<>();
    try (InputStream in = ErrorRatesTest.class.getResourceAsStream(series)) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        runs.add(ResultRun.of("run-" + (runs.size() + 1), JSON.readTree(line)));
      }
    }
    return runs;
  }
}
