// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A threshold that ends a run. */
@ExtendWith(Hono.Shared.class)
class ThresholdIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path out;

  @Test
  void aRunThatAThresholdEndsIsBalancedJudgedAndNoBaseline(Hono hono) throws Exception {
    String never = "flows.telemetry.response.p50 < 1us";
    try (CommandRun run =
        hono.run(
            PROFILE,
            List.of(
                "--set=phases={ramp: 1s, warmUp: 1s, measure: 10m}",
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
                "--set=thresholds=[ledger.lost == 0, {that: %s, every: 3s, abort: true}]"
                    .formatted(never),
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(1);
      assertThat(run.out())
          .contains("quickstart: THRESHOLDS-CROSSED\n  aborted ")
          .contains("\"" + never + " every 3s abort\"")
          .contains("first 0 s ");
    }

    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.path("complete").asBoolean()).isTrue();
    assertThat(result.path("measuredSeconds").asDouble()).isBetween(3.0, 300.0);
    assertThat(result.at("/aborted/threshold").asText()).isEqualTo(never + " every 3s abort");
    assertThat(result.at("/aborted/figure").asText()).isEqualTo("flows.telemetry.response.p50");
    assertThat(result.at("/aborted/afterSeconds").asDouble())
        .isBetween(3.0, result.path("measuredSeconds").asDouble() + 0.1);
    assertThat(result.at("/thresholds/0/held").asBoolean()).isTrue();
    assertThat(result.at("/thresholds/1/windows/crossed").asInt()).isPositive();
    assertThat(result.at("/thresholds/1/firstCrossed/afterSeconds").asDouble()).isZero();
    for (JsonNode flow : result.path("flows")) {
      assertThat(flow.path("scheduled").asLong())
          .isPositive()
          .isEqualTo(flow.path("sent").asLong() + flow.path("notSent").asLong());
      assertThat(flow.path("sent").asLong())
          .isEqualTo(
              flow.path("ok").asLong()
                  + flow.path("failed").asLong()
                  + flow.path("unsettled").asLong());
      assertThat(flow.at("/ledger/unaccounted").asLong()).isZero();
    }
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(linesOf("telemetry.response.hlog"))
        .isEqualTo(result.at("/flows/telemetry/response/count").asLong());

    Printed compared =
        Printed.loadtest(
            List.of(
                "run",
                PROFILE,
                "--set=thresholds=[flows.telemetry.response.p99 <= baseline * 1.10]",
                "--baseline=" + out,
                "--out=" + out.resolve("never")));
    assertThat(compared.code()).isEqualTo(2);
    assertThat(compared.err())
        .hasLineCount(1)
        .startsWith("baseline " + out.resolve("result.json") + ": ");
    assertThat(out.resolve("never")).doesNotExist();
  }

  private long linesOf(String log) throws Exception {
    long count = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(out.resolve("histograms").resolve(log).toFile())) {
      EncodableHistogram read;
      while ((read = reader.nextIntervalHistogram()) != null) {
        count += ((Histogram) read).getTotalCount();
      }
    }
    return count;
  }
}
