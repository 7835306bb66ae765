// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.Arrivals;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.CoursePiece;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulesTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;

  /** The telemetry of a profile that leaves open how long to measure. */
  private HonoProfile profile(String telemetry, String phases) throws ProfileException {
    return new Profiles(directory, Map.of())
        .read(
            Profiles.good("telemetry: { rate: 20/s }", "telemetry: { " + telemetry + " }")
                .replace("measure: 20s", phases));
  }

  private static List<String> defaults(HonoProfile profile) {
    return Scenario.of(new HonoPack(), profile).defaultThresholds();
  }

  private RateCourse course(String telemetry) throws ProfileException {
    HonoProfile profile = profile(telemetry, "ramp: 4s, warmUp: 6s");
    return FlowRates.of(profile.flows().get("telemetry").timing(), profile.phases());
  }

  @Test
  void stagesFollowOneAnotherAfterRampAndWarmUp() throws ProfileException {
    RateCourse course =
        course(
            "stages: [{ for: 2m, rate: 600/s }, { for: 1m, to: 1200/s }, { for: 1m, from: 100/s,"
                + " to: 0/s }, { for: 10s }, { for: 10s, spike: 2000/s }, { for: 5s, rate: 3/s }]");

    assertThat(course.pieces())
        .containsExactly(
            new CoursePiece(4 * SECOND, 0, 600),
            CoursePiece.constant(126 * SECOND, 600),
            new CoursePiece(60 * SECOND, 600, 1_200),
            new CoursePiece(60 * SECOND, 100, 0),
            CoursePiece.constant(10 * SECOND, 0),
            CoursePiece.constant(10 * SECOND, 2_000),
            CoursePiece.constant(5 * SECOND, 3));
    assertThat(course.total())
        .isCloseTo(1_200 + 75_600 + 54_000 + 3_000 + 20_000 + 15, within(1e-6));
  }

  @Test
  void afterASpikeTheRateIsWhatItWas() throws ProfileException {
    assertThat(
            course(
                    "stages: [{ for: 20s, rate: 6/s }, { at: 30s, for: 1s, spike: 90/s }, { at:"
                        + " 40s, for: 20s, to: 8/s }]")
                .pieces())
        .containsExactly(
            new CoursePiece(4 * SECOND, 0, 6),
            CoursePiece.constant(36 * SECOND, 6),
            CoursePiece.constant(SECOND, 90),
            CoursePiece.constant(9 * SECOND, 6),
            new CoursePiece(20 * SECOND, 6, 8));
  }

  @Test
  void stepsBeginAndEndWhereTheirRampDoes() throws ProfileException {
    assertThat(course("stages: [{ for: 4s, from: 10/s, to: 40/s, steps: \"4\" }]").pieces())
        .containsExactly(
            new CoursePiece(4 * SECOND, 0, 10),
            CoursePiece.constant(7 * SECOND, 10),
            CoursePiece.constant(SECOND, 20),
            CoursePiece.constant(SECOND, 30),
            CoursePiece.constant(SECOND, 40));
  }

  @Test
  void aDayIsCompressedAndBeginsInTheMiddle() throws ProfileException {
    HonoProfile profile =
        profile(
            "rate: 100/s, day: { hours: { 0h: 0%, 12h: 100% }, from: 6h, lasts: 24m }",
            "ramp: 4s, measure: 36m");

    RateCourse course = FlowRates.of(profile.flows().get("telemetry").timing(), profile.phases());

    assertThat(course.pieces())
        .containsExactly(
            new CoursePiece(4 * SECOND, 0, 50),
            new CoursePiece(360 * SECOND, 50, 100),
            new CoursePiece(720 * SECOND, 100, 0),
            new CoursePiece(720 * SECOND, 0, 100),
            new CoursePiece(360 * SECOND, 100, 50));
    assertThat(course.total()).isCloseTo(100 + 36 * 60 * 50 + 2 * 360 * 25, within(1e-6));
  }

  @Test
  void aFileOfADayIsReadBesideTheProfile() throws Exception {
    Files.writeString(directory.resolve("day.csv"), "time,factor\n00:00,50%\n12h,150%\n");

    HonoProfile profile = profile("every: 5s, day: { file: day.csv, lasts: 24s }", "measure: 24s");

    assertThat(
            FlowRates.of(profile.flows().get("telemetry").timing().of(100), profile.phases())
                .pieces())
        .containsExactly(
            new CoursePiece(12 * SECOND, 10, 30), new CoursePiece(12 * SECOND, 30, 10));
  }

  @Test
  void aNightIsQuietAndRushHoursAreNot() throws ProfileException {
    RateCourse night = day("night");
    RateCourse rush = day("rushHours");

    assertThat(night.rateAt(3 * 60 * SECOND)).isCloseTo(2, within(1e-9));
    assertThat(night.rateAt(12 * 60 * SECOND)).isCloseTo(20, within(1e-9));
    assertThat(rush.rateAt(8 * 60 * SECOND)).isCloseTo(20, within(1e-9));
    assertThat(rush.rateAt(12 * 60 * SECOND)).isCloseTo(10, within(1e-9));
    assertThat(rush.rateAt(17 * 60 * SECOND + 30 * SECOND)).isCloseTo(20, within(1e-9));
  }

  private RateCourse day(String shape) throws ProfileException {
    HonoProfile profile =
        profile("rate: 20/s, day: { shape: " + shape + ", lasts: 24m }", "measure: 24m");
    return FlowRates.of(profile.flows().get("telemetry").timing(), profile.phases());
  }

  @Test
  void stagesSayHowLongToMeasure() throws ProfileException {
    HonoProfile profile =
        profile("arrivals: poisson, stages: [{ for: 90s, rate: 0.5/s }]", "warmUp: 1s");

    assertThat(profile.phases().measure()).hasToString("90s");
    assertThat(profile.flows().get("telemetry").timing().arrivals()).isEqualTo(Arrivals.POISSON);
    assertThat(profile.flows().get("commandQuery").timing().arrivals()).isEqualTo(Arrivals.EVEN);
  }

  @Test
  void aRunOfUsersAloneHasNothingToAchieve() throws ProfileException {
    HonoProfile both = profile("closed: { users: 50, iterations: 9 }", "measure: 20s");
    assertThat(defaults(both)).contains("flows.*.achieved >= 99%");
    assertThat(both.flows().get("telemetry").timing().closed().think()).hasToString("0s");

    HonoProfile alone =
        new Profiles(directory, Map.of())
            .read(
                Profiles.GOOD
                        .replace("telemetry: { rate: 20/s }", "telemetry: { closed: { users: 5 } }")
                        .replace("  commandQuery: { rate: 20/s, ttd: 10s }\n", "")
                    + "thresholds: [flows.telemetry.closed.undone == 0]\n");
    assertThat(defaults(alone))
        .contains("flows.*.failed == 0")
        .noneMatch(each -> each.contains("achieved"));
  }

  @Test
  void theCourseTellsRatesAndTheirMeans() throws ProfileException {
    RateCourse course = course("stages: [{ for: 10s, from: 100/s, to: 200/s }]");

    assertThat(course.rateAt(2 * SECOND)).isEqualTo(50);
    assertThat(course.rateAt(5 * SECOND)).isEqualTo(100);
    assertThat(course.rateAt(15 * SECOND)).isEqualTo(150);
    assertThat(course.rateAt(20 * SECOND)).isZero();
    assertThat(course.rateAt(-1)).isZero();
    assertThat(course.meanRate(10 * SECOND, 20 * SECOND)).isCloseTo(150, within(1e-9));
    assertThat(course.meanRate(0, 4 * SECOND)).isCloseTo(50, within(1e-9));
  }
}
