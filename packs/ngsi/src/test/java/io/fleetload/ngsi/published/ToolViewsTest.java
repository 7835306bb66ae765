// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import static io.fleetload.ngsi.published.MeasuredRun.closed;
import static io.fleetload.ngsi.published.MeasuredRun.counts;
import static io.fleetload.ngsi.published.MeasuredRun.times;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolViewsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  /** The lines are of a real summary of Gatling 3: 100 requests in 9 s. */
  @Test
  void aRunIsPrintedAsGatlingDoes() throws Exception {
    run()
        .flow(
            "create",
            closed(10, 100, 9),
            counts(100, Map.of(), 0, 0),
            times(1, 6_816, 98, 7_372.54, 1, 7_872),
            null)
        .write(new ToolViews());

    assertThat(text("gatling.txt"))
        .startsWith(
            """
            ================================================================================
            ---- Global Information --------------------------------------------------------
            > request count                                        100 (OK=100    KO=0     )
            > min response time                                   6816 (OK=6816   KO=-     )
            > max response time                                   7872 (OK=7872   KO=-     )
            """)
        .contains(
            """
            > mean requests/sec                                 11.111 (OK=11.111 KO=-     )
            ---- Response Time Distribution ------------------------------------------------
            > t < 800 ms                                             0 (  0%)
            > 800 ms <= t < 1200 ms                                  0 (  0%)
            > t >= 1200 ms                                         100 (100%)
            > failed                                                 0 (  0%)
            """)
        .contains("---- Request create ----------");
  }

  @Test
  void requestsAreGroupedByTheirTimesAndErrorsByRequestAndCause() throws Exception {
    everything();

    assertThat(text("gatling.txt"))
        .contains(
            "> request count                                       2008 (OK=2000   KO=8     )")
        .contains(
            """
            > t < 800 ms                                          1986 ( 99%)
            > 800 ms <= t < 1200 ms                                 10 (  0%)
            > t >= 1200 ms                                           4 (  0%)
            > failed                                                 8 (  0%)
            ---- Errors --------------------------------------------------------------------
            > update: protocol.http.404                                         6 (75%)
            > create: transport.timeout                                         2 (25%)
            """);
    JsonNode json = json("gatling-stats.json");
    assertThat(json.at("/type").asText()).isEqualTo("GROUP");
    assertThat(json.at("/stats/numberOfRequests/ko").asLong()).isEqualTo(8);
    assertThat(json.at("/stats/group2/count").asLong()).isEqualTo(10);
    assertThat(json.at("/stats/minResponseTime/total").asLong()).isEqualTo(5);
    assertThat(json.at("/stats/minResponseTime").has("ko")).isFalse();
    assertThat(json.at("/stats/standardDeviation/ok").asLong()).isEqualTo(108);
    assertThat(json.at("/contents/req_update/name").asText()).isEqualTo("update");
    assertThat(json.at("/contents/req_update/stats/percentiles3/ok").asLong()).isEqualTo(20);
    assertThat(json.at("/stats/meanNumberOfRequestsPerSecond/total").asDouble()).isEqualTo(100.4);
  }

  /** The form of the lines is that of real summaries of k6 0.4x. */
  @Test
  void aRunIsPrintedAsK6Does() throws Exception {
    everything();

    assertThat(text("k6.txt"))
        .startsWith(
            """
                 checks................: 99.60% ✓ 2000 ✗ 8
                 data_received.........: 420 kB 21 kB/s
                 data_sent.............: 1.2 MB 62 kB/s
                 http_req_connecting...: avg=53.24µs min=0s     med=0s     max=530µs  p(90)=0s     p(95)=530µs
                 http_req_duration.....: avg=26.87ms min=5ms    med=20ms   max=2s     p(90)=20ms   p(95)=20ms
                   { name:create }.....: avg=5ms     min=5ms    med=5ms    max=5ms    p(90)=5ms    p(95)=5ms
            """)
        .contains("     http_req_failed.......: 0.39%  ✓ 8    ✗ 2000\n")
        .contains("     http_req_waiting......: avg=4.42ms")
        .contains("     http_reqs.............: 2008   100.4/s\n")
        .contains("     iterations............: 200    10/s\n")
        .contains("     vus...................: 10     min=10 max=10\n");
    JsonNode metrics = json("k6-summary.json").at("/metrics");
    assertThat(metrics.at("/http_req_duration/type").asText()).isEqualTo("trend");
    assertThat(metrics.at("/http_req_duration/values/p(95)").asDouble()).isBetween(20.0, 20.1);
    assertThat(metrics.at("/http_req_duration{name:create}/values/max").asDouble()).isEqualTo(5);
    assertThat(metrics.at("/http_reqs/values/rate").asDouble()).isEqualTo(100.4);
    assertThat(metrics.at("/http_req_failed/values/passes").asLong()).isEqualTo(8);
    assertThat(metrics.at("/data_sent/values/count").asLong()).isEqualTo(1_240_000);
    assertThat(json("k6-summary.json").at("/root_group/checks/1/fails").asLong()).isEqualTo(6);
    assertThat(json("k6-summary.json").at("/state/testRunDurationMs").asDouble()).isEqualTo(20_000);
  }

  @Test
  void whatTheseToolsDoNotSayFollows() throws Exception {
    everything();

    for (String tool : new String[] {"Gatling", "k6"}) {
      String file = tool.equals("k6") ? "k6.txt" : "gatling.txt";
      String rest = text(file).substring(text(file).indexOf("What " + tool + " "));
      assertThat(rest)
          .contains("closed model: 10 users", "a step: ", "50 % in 5.0")
          .contains("    200 requests asked, 200 sent\n", "    2000 requests asked, 1809 sent\n")
          .contains("    3 not sent, 0 ", "    0 not sent, 1 ")
          .contains("    notifications: 1800 expected, 7 lost, 2 ");
      Golden.of("published").holds(file, rest);
    }
    assertThat(json("k6-summary.json").at("/hidden/requests/update/notifications/lost").asLong())
        .isEqualTo(7);
  }

  @Test
  void anOpenModelSaysWhatWasAskedAndLastsAsLongAsItsMeasuredPhase() throws Exception {
    run()
        .flow("query", FlowTerms.rate(100.0), counts(6_000, Map.of(), 0, 0), times(6_000, 2), null)
        .write(new ToolViews());

    assertThat(text("k6.txt"))
        .contains("http_reqs...........: 6000 100/s\n", "    100.0/s asked, 100.0/s reached\n")
        .doesNotContain("vus", "data_sent", "http_req_waiting");
  }

  @Test
  void whereNothingWasSentNothingIsWritten() throws Exception {
    run()
        .flow("create", closed(1, 1, 1), counts(0, Map.of(), 1, 0), times(), null)
        .write(new ToolViews());

    assertThat(directory.resolve("gatling.txt")).doesNotExist();
  }

  @Test
  void whereAllFailedThereAreNoTimes() throws Exception {
    run()
        .flow(
            "create",
            closed(1, 5, 1),
            counts(5, Map.of("protocol.http.503", 5L), 0, 0),
            times(),
            null)
        .write(new ToolViews());

    assertThat(text("gatling.txt"))
        .contains(
            "> max response time                                      - (OK=-      KO=-     )")
        .contains("> failed                                                 5 (100%)");
    assertThat(json("k6-summary.json").at("/metrics").has("http_req_duration")).isFalse();
    assertThat(json("k6-summary.json").at("/metrics/http_req_failed/values/passes").asLong())
        .isEqualTo(5);
  }

  @Test
  void timesAndBytesAreWrittenAsK6Does() {
    assertThat(K6Text.time(0.00113)).isEqualTo("1.13µs");
    assertThat(K6Text.time(4.9)).isEqualTo("4.9ms");
    assertThat(K6Text.time(918.909)).isEqualTo("918.9ms");
    assertThat(K6Text.time(2_034.9)).isEqualTo("2.03s");
    assertThat(K6Text.time(61_000)).isEqualTo("1m1s");
    assertThat(K6Text.bytes(560)).isEqualTo("560 B");
    assertThat(K6Text.bytes(8_700)).isEqualTo("8.7 kB");
    assertThat(K6Text.bytes(886_000)).isEqualTo("886 kB");
    assertThat(K6Text.bytes(8_400_000)).isEqualTo("8.4 MB");
  }

  /** 10 users that create an entity and update it, until the 20th second. */
  private void everything() throws IOException {
    Exchanges told =
        new Exchanges(
            Map.of("connecting", times(180, 0, 20, 0.53), "waiting", times(200, 4.42)),
            new Exchanges.Bytes(1_240_000, 420_000));
    run()
        .profile("{\"flows\": {\"create\": {}, \"update\": {\"after\": {\"flow\": \"create\"}}}}")
        .flow(
            "create",
            closed(10, 200, 20),
            counts(200, Map.of("transport.timeout", 2L), 3, 0),
            times(198, 5),
            told)
        .flow(
            "update",
            closed(10, 2_000, 20),
            counts(1_809, Map.of("protocol.http.404", 6L), 0, 1),
            times(1_788, 20, 10, 900, 4, 2_000),
            null)
        .ledger(
            "update",
            """
            {"received": 1800, "ledger": {"delivered": 1793, "lost": 7, "deliveredUnconfirmed": 0,
             "duplicate": 2, "outOfOrder": 0, "unaccounted": 0}}
            """)
        .write(new ToolViews());
  }

  private MeasuredRun run() {
    return new MeasuredRun(directory);
  }

  private String text(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  private JsonNode json(String file) throws IOException {
    return JSON.readTree(directory.resolve(file).toFile());
  }
}
