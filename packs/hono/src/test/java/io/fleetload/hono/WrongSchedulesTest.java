// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;

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

  private void refused(String text, String message) {
    assertThat(profiles.refusal(text)).isEqualTo(message);
  }

  /** Measures 20 s; the telemetry stands in line 6. */
  private static String telemetry(String flow) {
    return good("telemetry: { rate: 20/s }", "telemetry: { " + flow + " }");
  }

  @Test
  void stagesThatGoBackInTimeAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { at: 8s, for: 12s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages[1].at: found \"8s\", which goes back in time: the stage"
            + " before ends at 10s; expected that or later");
    refused(
        telemetry("stages: [{ for: -10s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].for: found \"-10s\", expected a length of time such as"
            + " 500ms, 30s, 15m or 1h");
    refused(
        telemetry("stages: [{ at: 5s, for: 15s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].at: found \"5s\", expected 0s: the first stage begins"
            + " with the measured phase");
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s }, { for: 0s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages[1].for: found \"0s\", expected a length of time above 0");
  }

  @Test
  void aRateThatNoScheduleHoldsIsNamed() {
    refused(
        telemetry("rate: 1000001/s"),
        "FILE:6: flows.telemetry.rate: found \"1000001/s\", expected at most 1000000/s: no schedule"
            + " holds more");
    refused(
        telemetry("rate: 999999999/s"),
        "FILE:6: flows.telemetry.rate: found \"999999999/s\", expected at most 1000000/s: no"
            + " schedule holds more");
    refused(
        telemetry("rate: 9999999999/s"),
        "FILE:6: flows.telemetry.rate: found \"9999999999/s\", expected a rate above 0 such as"
            + " 600/s");
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
        "FILE:6: flows.telemetry.stages[0]."
            + key
            + ": found \"2000000/s\", expected at most 1000000/s: no schedule holds more");
  }

  @Test
  void flowsThatAreTooMuchTogetherAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { for: 10s, from: 5/s, to: 999990/s }]"),
        "FILE:5: flows: ask for 1000010/s together at their highest, expected at most"
            + " 1000000/s: no schedule holds more");
  }

  @Test
  void stagesThatAreNotAsLongAsTheMeasuredPhaseAreNamed() {
    refused(
        telemetry("stages: [{ for: 10s, rate: 5/s }, { for: 30s, rate: 9/s }]"),
        "FILE:6: flows.telemetry.stages: last 40s together, expected 20s: as long as phases.measure"
            + " or, where that is left out, as the stages of the flow before");
  }

  @Test
  void aFlowHasOneModel() {
    refused(
        telemetry("payload: ditto"),
        "FILE:6: flows.telemetry: has no messages to send, expected one of rate, stages, closed");
    refused(
        telemetry("rate: 5/s, stages: [{ for: 20s, rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages: is given together with rate, expected one of rate, stages, closed");
    refused(
        telemetry("rate: 5/s, closed: { users: 5 }"),
        "FILE:6: flows.telemetry.closed: is given together with rate, expected one of rate, stages, closed");
    refused(
        telemetry("arrivals: poisson, closed: { users: 5 }"),
        "FILE:6: flows.telemetry.arrivals: is given together with closed, whose users send when they are"
            + " ready; expected rate or stages with it");
  }

  @Test
  void aStageHasOneShape() {
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s, to: 9/s }]"),
        "FILE:6: flows.telemetry.stages[0].to: is given together with rate, expected one of rate, to, spike");
    refused(
        telemetry("stages: [{ for: 20s, from: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].from: found \"5/s\" without to, expected both in a ramp");
    refused(
        telemetry("stages: [{ for: 20s, rate: 5/s, steps: 3 }]"),
        "FILE:6: flows.telemetry.stages[0].steps: found \"3\" without to, expected both in a ramp");
    refused(
        telemetry("stages: [{ for: 20s, to: 9/s }]"),
        "FILE:6: flows.telemetry.stages[0]: begins with no rate, expected rate, from or spike in the"
            + " first stage");
    refused(
        telemetry("stages: [{ for: 20s, from: 5/s, to: 9/s, steps: 1 }]"),
        "FILE:6: flows.telemetry.stages[0].steps: found \"1\", expected at least 2");
    refused(
        telemetry("stages: [{ rate: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].for: is missing: how long it lasts, expected a length of"
            + " time such as 500ms, 30s, 15m or 1h");
    refused(
        telemetry("stages: [{ for: 20s, rates: 5/s }]"),
        "FILE:6: flows.telemetry.stages[0].rates: unknown key; did you mean rate? allowed here: for,"
            + " at, rate, from, to, steps, spike");
  }

  @Test
  void stagesWithoutAMessageAreNamed() {
    refused(
        telemetry("stages: [{ for: 20s, rate: 0/s }]"),
        "FILE:6: flows.telemetry.stages: ask for no message at all, expected a rate above 0 in one"
            + " of them");
    refused(
        telemetry("stages: []"),
        "FILE:6: flows.telemetry.stages: is empty, expected at least one stage such as { for: 2m,"
            + " rate: 600/s }");
    refused(
        telemetry("stages: [{ for: 1200h, from: 100/s, to: 999900/s }]")
            .replace("measure: 20s", "measure: 1200h"),
        "FILE:6: flows.telemetry.stages: ask for 2160000000000 messages, expected at most 2147483647"
            + " in one run");
  }

  @Test
  void moreUsersThanDevicesAreTooMany() {
    refused(
        telemetry("closed: { users: 51 }"),
        "FILE:6: flows.telemetry.closed.users: found 51, expected at most 50 (devices.count): a"
            + " device sends one message of a flow at a time");
    refused(
        telemetry("closed: { users: 50, iterations: 2000000000 }"),
        "FILE:6: flows.telemetry.closed.iterations: found 2000000000 for 50 users, expected at most"
            + " 1610612735 messages in one run");
    refused(
        telemetry("closed: { users: 50, total: 49 }"),
        "FILE:6: flows.telemetry.closed.total: found 49 for 50 users, expected at least one message"
            + " a user");
    refused(
        telemetry("closed: { users: 50, total: 2000000000 }"),
        "FILE:6: flows.telemetry.closed.total: found 2000000000, expected at most 1610612735"
            + " messages in one run");
    refused(
        telemetry("closed: { users: 50, iterations: 2, total: 100 }"),
        "FILE:6: flows.telemetry.closed.total: is given together with iterations, expected one of"
            + " iterations, total");
  }

  @Test
  void aThresholdOnARateThatNobodyAsksForIsNamed() {
    String refusal =
        "FILE:8: thresholds[0]: names \"flows.telemetry.achieved\", but a closed flow is asked for"
            + " no rate; expected a figure such as flows.*.reached or flows.*.response.p99";
    refused(
        telemetry("closed: { users: 5 }") + "thresholds: [flows.telemetry.achieved >= 99%]\n",
        refusal);
    refused(
        telemetry("closed: { users: 5 }")
                .replace("commandQuery: { rate: 20/s", "commandQuery: { closed: { users: 1 }")
            + "thresholds: [flows.*.achieved >= 99%]\n",
        refusal.replace("flows.telemetry.achieved", "flows.*.achieved"));
  }
}
