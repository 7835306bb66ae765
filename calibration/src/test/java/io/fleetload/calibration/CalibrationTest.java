// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.calibration.check.Check;
import io.fleetload.calibration.check.Outcome;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CalibrationTest {
  private static final Check OK = Check.count("same", 3, 3);
  private static final Check WRONG = Check.count("other", 3, 4);
  private static final Check OPEN = new Check("noisy", "1", "2", "1", Outcome.NOT_JUDGED);

  @TempDir private Path directory;

  @Test
  void oneWrongFigureFailsTheCalibrationWhateverElseIsRightOrOpen() {
    assertThat(Calibration.code(List.of(OK, OPEN, WRONG))).isEqualTo(ExitCode.LEDGER_UNBALANCED);
    assertThat(Calibration.verdict(List.of(OK, WRONG))).startsWith("1 of 2 checks are NOT ok");
  }

  @Test
  void whatCouldNotBeToldIsSaidAndHasACodeOfItsOwn() {
    assertThat(Calibration.code(List.of(OK, OPEN))).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(Calibration.verdict(List.of(OK, OPEN)))
        .startsWith("1 of 2 checks ok")
        .contains("1 could not be judged");
  }

  @Test
  void allRightIsPassed() {
    assertThat(Calibration.code(List.of(OK))).isEqualTo(ExitCode.PASSED);
    assertThat(Calibration.verdict(List.of(OK))).startsWith("1 of 1 checks ok");
  }

  @ParameterizedTest
  @MethodSource("trials")
  void everyTrialHasAProfileThatTheSimulatorReads(Trial trial) throws Exception {
    Path file = Files.writeString(directory.resolve("p.yaml"), trial.profile("127.0.0.1:5684"));
    HonoProfile profile = (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    assertThat(profile.flowsByName().keySet()).containsExactlyElementsOf(trial.rates().keySet());
    assertThat(profile.devices().count()).isEqualTo(trial.devices());
    trial
        .rates()
        .forEach(
            (flow, rate) -> {
              assertThat(trial.from(flow, Period.MEASURED)).isEqualTo(rate * trial.warmUpSeconds());
              assertThat(trial.to(flow, Period.MEASURED))
                  .isEqualTo(rate * (trial.warmUpSeconds() + trial.measureSeconds()));
            });
  }

  static Stream<Trial> trials() {
    return Stream.concat(new Trials(1, true).all().stream(), new Trials(1, false).all().stream());
  }
}
