// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.good;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrongSchedulesTest {
  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void refused(String text, String where, String... what) {
    profiles.refused(text, where, what);
  }

  /** Measures 20 s; the telemetry stands in line 6. */
  private static String telemetry(String flow) {
    return good("telemetry: { rate: 20/s }", "telemetry: { " + flow + " }");
  }

  @Test
  void stagesThatGoBackInTimeAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { at: 8s, for: 12s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages[1].at",
        "\"8s\"",
        "10s");
    refused(
        telemetry("stages: [{ for: -10s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].for",
        "\"-10s\"");
    refused(
        telemetry("stages: [{ at: 5s, for: 15s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].at",
        "\"5s\"",
        "0s");
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s }, { for: 0s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages[1].for",
        "\"0s\"");
  }

  @Test
  void aRateThatNoScheduleHoldsIsNamed() {
    refused(
        telemetry("rate: 1000001/s"), "FILE:6: flows.telemetry.rate", "\"1000001/s\"", "1000000/s");
    refused(
        telemetry("rate: 999999999/s"),
        "FILE:6: flows.telemetry.rate",
        "\"999999999/s\"",
        "1000000/s");
    refused(telemetry("rate: 9999999999/s"), "FILE:6: flows.telemetry.rate", "\"9999999999/s\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ for: 20s, rate: 2000000/s }|rate",
        "{ for: 20s, from: 2000000/s, to: 1/s }|from",
        "{ for: 20s, from: 1/s, to: 2000000/s }|to",
        "{ for: 20s, spike: 2000000/s }|spike"
      })
  void aStageThatNoScheduleHoldsIsNamed(String stage, String key) {
    refused(
        telemetry("stages: [" + stage + "]"),
        "FILE:6: flows.telemetry.stages[0]." + key,
        "\"2000000/s\"",
        "1000000/s");
  }

  @Test
  void flowsThatAreTooMuchTogetherAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { for: 10s, from: 5/s, to: 999990/s }]"),
        "FILE:5: flows",
        "1000010/s",
        "1000000/s");
  }

  @Test
  void stagesThatAreNotAsLongAsTheMeasuredPhaseAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { for: 30s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages",
        "40s",
        "20s",
        "phases.measure");
  }

  @Test
  void aFlowHasOneModel() {
    refused(telemetry("payload: ditto"), "FILE:6: flows.telemetry", "no messages");
    refused(
        telemetry("rate: 5/s, stages: [{ for: 20s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages",
        "rate");
    refused(telemetry("rate: 5/s, closed: { users: 5 }"), "FILE:6: flows.telemetry.closed", "rate");
    refused(
        telemetry("arrivals: poisson, closed: { users: 5 }"),
        "FILE:6: flows.telemetry.arrivals",
        "closed");
  }

  @Test
  void aStageHasOneShape() {
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s, to: 9/s }]"),
        "FILE:6: flows.telemetry.stages[0].to",
        "rate");
    refused(
        telemetry("stages: [{ for: 20s, from: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].from",
        "\"5/s\"",
        "to");
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s, steps: 3 }]"),
        "FILE:6: flows.telemetry.stages[0].steps",
        "\"3\"",
        "to");
    refused(
        telemetry("stages: [{ for: 20s, to: 9/s }]"),
        "FILE:6: flows.telemetry.stages[0]",
        "no rate");
    refused(
        telemetry("stages: [{ for: 20s, from: 5/s, to: 9/s, steps: 1 }]"),
        "FILE:6: flows.telemetry.stages[0].steps",
        "\"1\"",
        "2");
    refused(
        telemetry("stages: [{ rate: 5/s }]"), "FILE:6: flows.telemetry.stages[0].for", "missing");
    refused(
        telemetry("stages: [{ for: 20s, rates: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].rates",
        "rate");
  }

  @Test
  void stagesWithoutAMessageAreNamed() {
    refused(
        telemetry("stages: [{ for: 20s, rate: 0/s }]"),
        "FILE:6: flows.telemetry.stages",
        "no message");
    refused(telemetry("stages: []"), "FILE:6: flows.telemetry.stages", "empty");
    refused(
        telemetry("stages: [{ for: 1200h, from: 100/s, to: 999900/s }]")
            .replace("measure: 20s", "measure: 1200h"),
        "FILE:6: flows.telemetry.stages",
        "2160000000000",
        "2147483647");
  }

  @Test
  void moreUsersThanDevicesAreTooMany() {
    refused(
        telemetry("closed: { users: 51 }"),
        "FILE:6: flows.telemetry.closed.users",
        "51",
        "50",
        "devices.count");
    refused(
        telemetry("closed: { users: 50, iterations: 2000000000 }"),
        "FILE:6: flows.telemetry.closed.iterations",
        "2000000000",
        "50",
        "1610612735");
    refused(
        telemetry("closed: { users: 50, total: 49 }"),
        "FILE:6: flows.telemetry.closed.total",
        "49",
        "50");
    refused(
        telemetry("closed: { users: 50, total: 2000000000 }"),
        "FILE:6: flows.telemetry.closed.total",
        "2000000000",
        "1610612735");
    refused(
        telemetry("closed: { users: 50, iterations: 2, total: 100 }"),
        "FILE:6: flows.telemetry.closed.total",
        "iterations");
  }

  @Test
  void aThresholdOnARateThatNobodyAsksForIsNamed() {
    refused(
        telemetry("closed: { users: 5 }") + "thresholds: [flows.telemetry.achieved >= 99%]\n",
        "FILE:8: thresholds[0]",
        "\"flows.telemetry.achieved\"");
    refused(
        telemetry("closed: { users: 5 }")
                .replace("commandQuery: { rate: 20/s", "commandQuery: { closed: { users: 1 }")
            + "thresholds: [flows.*.achieved >= 99%]\n",
        "FILE:8: thresholds[0]",
        "\"flows.*.achieved\"");
  }
}
