// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.PageSentences;
import io.fleetload.analysis.report.Report;
import io.fleetload.analysis.report.RichResult;
import io.fleetload.results.Result;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.rig.Golden;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A run of 90 messages of telemetry so far, of which 4 are in flight; the backend's book is older
 * and knows 70 of them, and one that the device's book does not know yet.
 */
class LiveResultTest {
  private static final Golden WORDS = Golden.of("report");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode now() throws Exception {
    return (ObjectNode)
        JSON.readTree(
            """
            {"phase": "measure", "secondsLeft": 10.2, "phaseSeconds": 20,
             "devicesAsked": 5, "devicesConnected": 5, "received": 1071, "lateOrLost": 2,
             "flows": {"telemetry":
               {"asked": 10, "reached": 9.5, "p99Ms": 31.25, "failed": 7, "inFlight": 4}}}
            """);
  }

  private static MessageSet numbers(int to, int... more) {
    MessageSet set = new MessageSet();
    for (int n = 0; n < to; n++) {
      set.add(n);
    }
    for (int n : more) {
      set.add(n);
    }
    return set;
  }

  private static LatencyHistogram times() {
    LatencyHistogram times = new LatencyHistogram();
    times.record(12_000_000);
    return times;
  }

  private static TenantBook.TenantFlowBook part(int sent) {
    return new TenantBook.TenantFlowBook(sent, 0, 0, new StoredHistogram(times()), null);
  }

  private static DeviceBook device(double measuredSeconds) {
    return device(measuredSeconds, null, null);
  }

  private static DeviceBook device(
      double measuredSeconds, List<TenantBook.TenantFlowBook> parts, List<TenantBook> tenants) {
    FlowCounts counts = new FlowCounts(91, 90, 90, 86, Map.of(), Map.of("deviceBusy", 1L), 4, 0);
    DeviceBook.DeviceFlow telemetry =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(10.0),
            new FlowNumbers(0, 200, new RoundRobin(5, 0, "device-{index}")),
            new FlowTotals(FlowCounts.NONE, counts, times(), times(), null, 0),
            numbers(90),
            numbers(86),
            new MessageSet(),
            new PerSecond(
                List.of(10L, 10L, 3L),
                List.of(10L, 9L, 2L),
                List.of(10L, 9L, 2L),
                List.of(),
                List.of(),
                Map.of(),
                null),
            null,
            parts);
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "under way",
        false,
        null,
        RunTimeline.of(measuredSeconds, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 0))),
        new DeviceBook.FleetCounts(5, 5, 5, Map.of(), 0, times(), null, null, null),
        Map.of("telemetry", telemetry),
        tenants,
        GeneratorBook.of(new GeneratorHealth(times().summary(), 100, 1, 1, List.of())));
  }

  private static BackendBook backend() {
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "under way",
        null,
        new BackendReading(false, false, null, 12),
        Map.of(
            "telemetry",
            new BackendBook.BackendFlow(
                new BackendBook.ReceiptCounts(0, 0, 0),
                new BackendBook.ReceiptCounts(71, 0, 0),
                times(),
                numbers(70, 95),
                Map.of(),
                null,
                null,
                null,
                null)),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }

  private static ObjectNode running(double measuredSeconds) throws Exception {
    return LiveResult.of(
        device(measuredSeconds),
        backend(),
        new Result.About(JSON.createObjectNode(), Map.of(), Map.of()),
        now());
  }

  @Test
  void noComparisonOfBooksOfDifferentMomentsIsShown() throws Exception {
    ObjectNode result = running(9);
    assertThat(result.findValues("lost")).isEmpty();
    assertThat(result.findValues("unaccounted")).isEmpty();
    assertThat(result.findValues("delivered")).isEmpty();
    assertThat(result.has("thresholds")).isFalse();
    String page = new Report(result, device(9)).content().path("body").asText();
    WORDS.holds("a run under way", PageSentences.of(page));
    assertThat(page)
        .contains("data-status=\"running\"")
        .contains("<strong>RUNNING:</strong> measure, 11 seconds left.")
        .contains("in flight 4, confirmed 86\"")
        .doesNotContain("unsettled 4")
        .doesNotContain("picture.delivered")
        .doesNotContain("id=\"thresholds\"")
        .doesNotContain("id=\"worst\"");
  }

  @Test
  void eachTenantStandsInTheTableOfTheReportWithoutThatComparison() throws Exception {
    DeviceBook two =
        device(
            9,
            List.of(part(70), part(20)),
            List.of(new TenantBook("loud", 4, 4, 4, 4), new TenantBook("quiet", 1, 1, 1, 0)));
    ObjectNode result =
        LiveResult.of(
            two, backend(), new Result.About(JSON.createObjectNode(), Map.of(), Map.of()), now());
    assertThat(result.findValues("lost")).isEmpty();
    assertThat(result.findValues("delivered")).isEmpty();
    assertThat(new Report(result, two).content().path("body").asText())
        .contains("data-figure=\"tenants.quiet.flows.telemetry.sent\" data-value=\"20\"")
        .contains("data-figure=\"tenants.quiet.flows.telemetry.response.p99\" data-value=\"12.")
        .contains("data-figure=\"tenants.loud.flows.telemetry.duplicate\" data-value=\"0\"")
        .containsPattern("quiet has weight 1 [^;]* 1 [^;]* 0 of 1 ")
        .doesNotContain("telemetry.lost", "telemetry.delivered", ">lost<", ">delivered<");
  }

  @Test
  void whatIsInFlightBeforeTheEndIsNoTrouble() throws Exception {
    String page = new Report(running(9), null).liveHtml();
    assertThat(page)
        .contains("<td class=\"n\" data-figure=\"flows.telemetry.unsettled\" data-value=\"4\">4<")
        .contains(
            "<td class=\"n bad\" data-figure=\"flows.telemetry.notSent\" data-value=\"1\">1<");
  }

  @Test
  void theLastSecondIsShownAsItWasTold() throws Exception {
    assertThat(new Report(running(9), null).liveHtml())
        .contains("<progress max=\"20.0\" value=\"9.8\"")
        .contains("<dd data-figure=\"now.lateOrLost\">2</dd>")
        .contains("<dd data-figure=\"now.received\">1,071</dd>")
        .contains("data-figure=\"now.flows.telemetry.p99Ms\" data-value=\"31.25\">31.3<");
  }

  @Test
  void inTheDrainNothingIsAskedFor() throws Exception {
    String asked = "data-figure=\"now.flows.telemetry.asked\" data-value=\"%s\">%s<";
    ObjectNode result = running(9);
    assertThat(new Report(result, null).liveHtml()).contains(asked.formatted("10", "10"));
    ((ObjectNode) result.path("now")).put("phase", "drain");
    assertThat(new Report(result, null).liveHtml()).contains(asked.formatted("", "–"));
  }

  @Test
  void aSecondThatIsNotOverIsNotDrawn() throws Exception {
    JsonNode telemetry = new Report(running(9), null).content().at("/data/flows/0");
    assertThat(telemetry.path("due")).hasToString("[10,10]");
    assertThat(telemetry.path("sent")).hasToString("[10,9]");
  }

  @Test
  void beforeTheMeasuredPhaseThereIsNoRateReached() throws Exception {
    assertThat(new Report(running(0), null).liveHtml())
        .contains("data-figure=\"flows.telemetry.reached\" data-value=\"\">–<")
        .contains("data-figure=\"flows.telemetry.achieved\" data-value=\"\">–<");
  }

  @Test
  void aRunWithoutABookSaysWhatItDoes() throws Exception {
    ObjectNode said = JSON.createObjectNode().put("said", "starting the <embedded> stack");
    String page = new Report(LiveResult.of("young", said), null).liveHtml();
    assertThat(page)
        .contains("<title>young – running</title>")
        .contains("<strong>RUNNING:</strong> starting the &lt;embedded&gt; stack.")
        .doesNotContain("id=\"now\"");
  }

  @Test
  void aLivePageAsksNobodyElseAndAStillOneNobody() throws Exception {
    assertThat(new Report(running(9), null).liveHtml())
        .contains("; connect-src 'self'\"")
        .contains("fetch('state?have='")
        .doesNotContain("'unsafe-inline'");
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("connect-src")
        .doesNotContain("fetch(")
        .doesNotContain("id=\"now\"");
  }
}
