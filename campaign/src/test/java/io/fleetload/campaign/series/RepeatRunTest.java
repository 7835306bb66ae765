// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RepeatedRuns;
import io.fleetload.campaign.ResultSchema;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatRunTest {
  private static final Golden WORDS = Golden.of("repeat");
  @TempDir private Path directory;
  private final List<Repeat> soFar = new ArrayList<>();
  private Repeat ended;
  private int made;
  private int stopAfter = Integer.MAX_VALUE;

  /** A run, as far as a series sees it; null where its target does not come up. */
  private ExitCode series(ExitCode... runs) throws Exception {
    RepeatRun.RunMaker running =
        new RepeatRun.RunMaker() {
          @Override
          public Path place(int number) {
            return directory.resolve("run-%02d".formatted(number));
          }

          @Override
          public void run(int number, Path place) throws TargetException, IOException {
            ExitCode code = runs[made++];
            if (code == null) {
              throw new TargetException("no target comes up");
            }
            Files.createDirectory(place);
            Files.writeString(
                place.resolve("result.json"),
                "{\"version\": 1, \"runId\": \"1f\", \"run\": \"quick\", \"complete\": %s, \"measuredSeconds\": 5, \"flows\": {}, \"verdict\": {\"status\": \"%s\", \"exitCode\": %d, \"reasons\": []}}"
                    .formatted(code != ExitCode.INTERRUPTED, code.status(), code.code()));
            if (code == ExitCode.TARGET_GONE) {
              throw new TargetException("the target died");
            }
          }

          @Override
          public boolean isStopped() {
            return made >= stopAfter;
          }
        };
    RepeatRun.SeriesListener course =
        new RepeatRun.SeriesListener() {
          @Override
          public void ran(Repeat.RunOfSeries last, Repeat known) {
            soFar.add(known);
            assertOfItsSchema(known);
          }

          @Override
          public void ended(Repeat repeat) {
            ended = repeat;
            assertOfItsSchema(repeat);
          }
        };
    return new RepeatRun(runs.length, new RepeatedRuns("quick", runs.length), running, course)
        .run();
  }

  private static void assertOfItsSchema(Repeat repeat) {
    assertThat(
            ResultSchema.problems(new ObjectMapper().valueToTree(repeat), ResultSchema.ofRepeat()))
        .isEmpty();
  }

  @Test
  void allRunsAreMadeAndTheWorstVerdictIsTheSeries() throws Exception {
    assertThat(series(ExitCode.PASSED, ExitCode.GENERATOR_LIMITED, ExitCode.THRESHOLDS_CROSSED))
        .isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(ended.complete()).isTrue();
    assertThat(ended.runs())
        .extracting(Repeat.RunOfSeries::directory)
        .containsExactly("run-01", "run-02", "run-03");
    assertThat(ended.figures().get("measuredSeconds").count()).isEqualTo(2);
  }

  @Test
  void afterEachRunWhatIsKnownIsTold() throws Exception {
    series(ExitCode.PASSED, ExitCode.PASSED);
    assertThat(soFar).hasSize(2).noneMatch(Repeat::complete);
    assertThat(soFar.get(0).runs()).hasSize(1);
    assertThat(soFar.get(0).verdict().reasons()).hasSizeGreaterThan(1);
    WORDS.holds("so far", String.join("\n", soFar.get(0).verdict().reasons()));
  }

  @Test
  void aRunWhoseTargetDiedIsOneOfThemAndTheNextIsMade() throws Exception {
    assertThat(series(ExitCode.PASSED, ExitCode.TARGET_GONE, ExitCode.PASSED))
        .isEqualTo(ExitCode.TARGET_GONE);
    assertThat(ended.complete()).isTrue();
    assertThat(ended.counted()).isEqualTo(2);
  }

  @Test
  void aTargetThatDoesNotComeUpEndsTheSeriesWithWhatIsKnown() {
    assertThatThrownBy(() -> series(ExitCode.PASSED, null, ExitCode.PASSED))
        .isInstanceOf(TargetException.class);
    assertThat(ended.complete()).isFalse();
    assertThat(ended.runs()).hasSize(1);
    assertThat(ended.verdict().code()).isEqualTo(ExitCode.TARGET_NOT_READY);
    assertThat(ended.verdict().reasons().get(0)).isEqualTo("no target comes up");
  }

  @Test
  void anInterruptedSeriesKeepsItsFinishedRuns() throws Exception {
    stopAfter = 3;
    assertThat(series(ExitCode.PASSED, ExitCode.PASSED, ExitCode.INTERRUPTED, ExitCode.PASSED))
        .isEqualTo(ExitCode.INTERRUPTED);
    assertThat(made).isEqualTo(3);
    assertThat(ended.counted()).isEqualTo(2);
    assertThat(ended.verdict().reasons().get(0)).isEqualTo("interrupted after 2 of 4 runs");
  }

  @Test
  void aSignalThatEndsTheTargetTooIsAnInterruption() throws Exception {
    stopAfter = 2;
    assertThat(series(ExitCode.PASSED, null, ExitCode.PASSED)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ended.runs()).hasSize(1);
  }

  @Test
  void theDocsNameEveryFigureOfTheFile() throws Exception {
    String docs = Files.readString(Home.path("docs", "how-to", "compare-runs.md"));
    for (Class<?> each :
        List.of(
            Repeat.class,
            Repeat.VariedKey.class,
            Repeat.RunOfSeries.class,
            Repeat.FlowOfRun.class,
            Repeat.FigureOfRuns.class)) {
      for (RecordComponent figure : each.getRecordComponents()) {
        assertThat(docs).contains("`" + figure.getName() + "`");
      }
    }
  }
}
