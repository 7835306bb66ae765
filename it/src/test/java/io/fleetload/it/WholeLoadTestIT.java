// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job as a user does it: one command against an embedded stack of its own. */
class WholeLoadTestIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path out;

  @Test
  void everyMessageOfEveryFlowIsAccountedFor() throws Exception {
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                PROFILE,
                "--set=phases={ramp: 1s, warmUp: 2s, measure: 8s}",
                // A shared build machine may pause for longer than a person's patience.
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
                "--set=target.services={requestTimeout: 10s, flowLatency: 10s}",
                "--set=flows.event.rate=35/s",
                "--set=thresholds=[ledger.lost == 0, flows.*.failed == 0, flows.*.achieved >= 0%]",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("quickstart: PASSED")
          .contains("  target: ")
          .contains("target     cpu ")
          .contains("results in " + out)
          .doesNotContain("not reachable");
    }

    assertThat(Files.readString(out.resolve("report.html")))
        .contains("<strong>PASSED:</strong> 50 sessions ")
        .contains("Target: ");
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/verdict/status").asText()).isEqualTo("passed");
    assertThat(result.at("/versions/target").asText()).isEqualTo("embedded Hono on this host");
    assertThat(result.at("/flows/event/asked").asDouble()).isEqualTo(35.0);
    counts(result, "telemetry", 160);
    counts(result, "event", 280);
    counts(result, "commandQuery", 160);
    counts(result, "commandResponse", 160);
    for (String figure : List.of("lost", "duplicate", "outOfOrder", "unaccounted")) {
      assertThat(result.at("/ledger/" + figure).asLong()).as(figure).isZero();
    }
    for (String leg :
        List.of("queriesReceived", "written", "received", "answered", "answersSeen")) {
      assertThat(result.at("/commands/" + leg).asLong()).as(leg).isEqualTo(160);
    }
    assertThat(result.at("/target/cpuSecondsPerMillionMessages").asDouble()).isPositive();
    assertThat(result.at("/target/processes").findValuesAsText("name"))
        .containsExactly("hono-embedded", "backend-simulator", "device-simulator");
    assertThat(result.at("/target/processes/0/gcPauseMs").isNumber()).isTrue();
    if (Files.exists(Path.of("/proc/net/dev"))) {
      network(result);
    }

    timesOfTheAdapter(result);

    double parts = 0;
    for (String leg :
        List.of(
            "queryToBackend",
            "backendToCommand",
            "commandToDevice",
            "deviceToAnswer",
            "answerToBackend")) {
      parts += result.at("/commands/legs/" + leg + "/mean").asDouble();
    }
    assertThat(parts)
        .as("the legs are the whole")
        .isCloseTo(
            result.at("/commands/legs/whole/mean").asDouble(),
            org.assertj.core.data.Percentage.withPercentage(1));
    assertThat(result.at("/flows/telemetry/cold/count").asLong()).isEqualTo(50);
    assertThat(result.at("/profile/devices/psk/derivedFrom").asText()).isEqualTo("***");

    JsonNode seed = JSON.readTree(out.resolve("device-simulator.json").toFile());
    assertThat(seed.path("publishedEventsCount").asLong()).isEqualTo(280);
    assertThat(seed.path("answeredCommandsCount").asLong()).isEqualTo(160);
    assertThat(seed.at("/coapRttSendEvent/avg").asText()).endsWith(" ms");
    JsonNode backend = JSON.readTree(out.resolve("backend-simulator.json").toFile());
    assertThat(backend.path("receivedEventsCount").asLong()).isEqualTo(280);
    assertThat(backend.path("receivedCommandResponses").asLong()).isEqualTo(160);
  }

  /** 480 confirmed messages and 160 answered ones are at least two datagrams each. */
  /** The real adapter says when it answered, by the clock of this host. */
  private static void timesOfTheAdapter(JsonNode result) {
    JsonNode clock = result.at("/devices/targetClock");
    assertThat(clock.path("samples").asLong()).isPositive();
    assertThat(clock.path("withoutTime").asLong()).isZero();
    assertThat(clock.path("contradicting").asLong()).as(clock.toString()).isZero();
    assertThat(Math.abs(clock.path("offsetMs").asDouble()))
        .isLessThanOrEqualTo(clock.path("uncertaintyMs").asDouble());
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      JsonNode its = result.at("/flows/" + flow);
      JsonNode until = its.at("/parts/untilAnswer");
      JsonNode back = its.at("/parts/wayBack");
      assertThat(until.path("count").asLong()).isEqualTo(its.path("ok").asLong());
      assertThat(until.path("belowZero").asLong() + back.path("belowZero").asLong()).isZero();
      assertThat(until.path("uncertaintyMs").asDouble()).isGreaterThanOrEqualTo(0.5);
      assertThat(until.path("mean").asDouble() + back.path("mean").asDouble())
          .as("the parts are the whole")
          .isCloseTo(
              its.at("/service/mean").asDouble(),
              org.assertj.core.data.Percentage.withPercentage(1));
    }
  }

  private static void network(JsonNode result) {
    assertThat(result.at("/target/network/interfaces/lo/sentMb").asDouble()).isPositive();
    assertThat(result.at("/target/network/interfaces/lo/receivedPackets").asLong())
        .isGreaterThan(1_000);
    assertThat(result.at("/target/network/udp/received").asLong()).isGreaterThan(1_000);
    assertThat(result.at("/target/network/tcpRetransmitted").isNumber()).isTrue();
    for (JsonNode process : result.at("/target/processes")) {
      assertThat(process.path("udpDropped").isNumber()).as(process.toString()).isTrue();
    }
  }

  @Test
  void aWrongProfileStartsNothing() {
    Path target = out.resolve("results");
    Printed refused =
        Printed.loadtest(
            List.of("run", PROFILE, "--set=flows.telemetri.rate=1/s", "--out=" + target));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("--set: flows.telemetri.kind: ")
        .contains("telemetry, event, commandQuery");
    assertThat(Files.exists(target)).isFalse();
  }

  private static void counts(JsonNode result, String flow, long expected) {
    JsonNode counts = result.at("/flows/" + flow);
    assertThat(counts.path("scheduled").asLong()).as(flow).isEqualTo(expected);
    assertThat(counts.path("sent").asLong()).as(flow).isEqualTo(expected);
    assertThat(counts.path("ok").asLong()).as(flow).isEqualTo(expected);
    assertThat(counts.path("unsettled").asLong()).as(flow).isZero();
    assertThat(counts.at("/ledger/delivered").asLong()).as(flow).isEqualTo(expected);
    assertThat(counts.at("/response/count").asLong()).as(flow).isEqualTo(expected);
    assertThat(counts.at("/endToEnd/count").asLong()).as(flow).isEqualTo(expected);
  }
}
