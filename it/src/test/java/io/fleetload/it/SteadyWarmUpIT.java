// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped quickstart, measured once the target is steady, or the time for that is over. */
@Tag("nightly")
@Tag("long-runs")
@ExtendWith(Hono.Shared.class)
class SteadyWarmUpIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path out;

  private JsonNode result(Hono hono, String warmUp, String... more) throws Exception {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--set=phases.ramp=1s",
                "--set=phases.warmUp=" + warmUp,
                "--set=phases.measure=4s",
                // What a shared build machine makes late is not what this is about.
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%,"
                    + " maxOthers: 100%}",
                "--set=thresholds=[flows.*.achieved >= 0%]",
                "--out=" + out));
    options.addAll(List.of(more));
    try (CommandRun run = hono.run(PROFILE, options)) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).contains("target was steady");
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  private static double seconds(JsonNode result, String phase) {
    for (JsonNode each : result.path("phases")) {
      if (each.path("name").asText().equals(phase)) {
        return (each.path("endEpochMs").asLong() - each.path("startEpochMs").asLong()) / 1e3;
      }
    }
    throw new AssertionError("no phase " + phase);
  }

  @Test
  void measuringBeginsWhenTheTargetIsSteadyAndTheBooksBalance(Hono hono) throws Exception {
    JsonNode result = result(hono, "steady within 2m");
    JsonNode warmUp = result.path("warmUp");
    assertThat(warmUp.path("seconds").asDouble()).isBetween(31.0, 120.0);
    assertThat(seconds(result, "warm-up")).isEqualTo(warmUp.path("seconds").asDouble());
    assertThat(result.path("measuredSeconds").asDouble()).isEqualTo(4);
    assertThat(result.path("firstMeasuredSecond").asInt())
        .isEqualTo((int) (1 + warmUp.path("seconds").asDouble()));
    for (String flow : List.of("telemetry", "event", "commandQuery")) {
      assertThat(result.at("/flows/" + flow + "/scheduled").asLong()).as(flow).isEqualTo(80);
    }
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(warmUp.path("perSecond").asDouble()).isEqualTo(60);
  }

  @Test
  void aTimeThatIsTooShortIsNamedInTheVerdict(Hono hono) throws Exception {
    JsonNode result = result(hono, "steady within 5s");
    assertThat(result.at("/warmUp/steady").asBoolean(true)).isFalse();
    String flaw = result.at("/warmUp/flaw").asText();
    assertThat(flaw).isNotEmpty();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(out.resolve("report.html")).content().contains(flaw);
  }
}
