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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped profile with stages, Poisson arrivals and users, shorter than it is. */
@ExtendWith(Hono.Shared.class)
class ScheduleIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "stages.yaml").toString();

  @TempDir private Path out;

  @Test
  void stagesPoissonArrivalsAndUsersRunTogetherAndBalance(Hono hono) throws Exception {
    try (CommandRun run =
        hono.run(
            PROFILE,
            List.of(
                "--set=phases.ramp=1s",
                "--set=phases.warmUp=4s",
                "--set=flows.telemetry.stages=[{for: 4s, rate: 20/s}, {for: 2s, to: 40/s},"
                    + " {for: 1s, spike: 100/s}, {for: 3s}]",
                "--set=flows.event.stages=[{for: 6s, from: 10/s, to: 30/s, steps: 3},"
                    + " {for: 4s, rate: 0/s}]",
                "--set=flows.commandQuery.closed={users: 10, iterations: 2, think: 100ms}",
                // What a shared build machine makes late is not what this is about.
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
                "--set=thresholds=[flows.*.achieved >= 0%,"
                    + " flows.commandQuery.closed.undone == 0]",
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("stages: PASSED")
          .contains("commandQuery: closed model, 10 users; ");
    }

    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.path("measuredSeconds").asDouble()).isEqualTo(10);
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(result.at("/profile/phases/measure").asText()).isEqualTo("10s");

    JsonNode telemetry = result.at("/flows/telemetry");
    assertThat(telemetry.path("model").asText()).isEqualTo("open");
    // 80 + 60 + 100 + 120 messages are expected; of this seed it is this many.
    assertThat(telemetry.path("asked").asDouble()).isEqualTo(36);
    assertThat(telemetry.path("scheduled").asLong()).isEqualTo(368);
    JsonNode event = result.at("/flows/event");
    assertThat(event.path("asked").asDouble()).isEqualTo(12);
    assertThat(event.path("scheduled").asLong()).isEqualTo(120);
    JsonNode due = event.at("/perSecond/scheduled");
    // Ramp and warm-up are 5 s; three steps of 2 s, and then nothing.
    assertThat(List.of(due.get(5), due.get(6), due.get(7), due.get(8), due.get(9), due.get(10)))
        .extracting(JsonNode::asInt)
        .containsExactly(10, 10, 20, 20, 30, 30);
    assertThat(due.path(12).asInt()).isZero();

    JsonNode users = result.at("/flows/commandQuery");
    assertThat(users.path("model").asText()).isEqualTo("closed");
    assertThat(users.at("/closed/users").asInt()).isEqualTo(10);
    assertThat(users.has("asked")).isFalse();
    assertThat(users.path("ok").asLong()).isEqualTo(20);
    assertThat(users.at("/warmUp/ok").asLong()).isPositive();
    assertThat(users.at("/ledger/delivered").asLong()).isEqualTo(20);
    assertThat(users.at("/ledger/outOfOrder").asLong()).isZero();
    assertThat(result.at("/flows/commandResponse/ok").asLong()).isEqualTo(20);
    assertThat(result.at("/commands/answersSeen").asLong()).isEqualTo(20);
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("commandQuery is a closed model: 10 users");
  }
}
