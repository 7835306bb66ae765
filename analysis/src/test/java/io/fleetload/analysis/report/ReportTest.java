// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.rig.Golden;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
  private static final Golden WORDS = Golden.of("report");
  private static final int MEGABYTE = 1_000_000;
  private static final Pattern SECTION = Pattern.compile("<section id=\"([a-z]+)\">");
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  private static String section(String page, String id) {
    int from = page.indexOf("<section id=\"" + id + "\">");
    return page.substring(from, page.indexOf("</section>", from));
  }

  private static List<String> sections(String page) {
    return SECTION.matcher(page).results().map(found -> found.group(1)).toList();
  }

  @Test
  void aResultWithEveryPartBecomesEverySection() {
    assertThat(sections(new Report(RichResult.tree(), RichResult.book()).html()))
        .containsExactly(
            "course",
            "thresholds",
            "connections",
            "flows",
            "response",
            "percentiles",
            "ledger",
            "commands",
            "errors",
            "cold",
            "worst",
            "generator",
            "target",
            "about");
  }

  @Test
  void theFirstScreenSaysWhatMattersAndLeadsToTheRest() {
    String page = new Report(RichResult.tree(), RichResult.book()).html();
    WORDS.holds("every part", PageSentences.of(page));
    assertThat(page)
        .containsSubsequence(
            "<a href=\"#flows\">",
            "id=\"verdict\"",
            "<strong>99.8 %</strong><small>telemetry,",
            "<strong>77.0 ms</strong><small>commandQuery,",
            "bound 500 ms</small>",
            "<li class=\"bad\"><span>lost</span><strong>3</strong>",
            "<li class=\"bad\"><span>failed</span><strong>1,622</strong>",
            "<span>generator</span>",
            "<section id=\"course\">",
            "bound: flows.*.response.p99 &lt; 500ms",
            "<section id=\"thresholds\">",
            "flows.telemetry.failed",
            "11 thresholds held</summary>",
            "flows.event.failed",
            "<section id=\"flows\">");
    sections(page)
        .forEach(
            each -> assertThat(each.equals("about") || page.contains("href=\"#" + each)).isTrue());
  }

  @Test
  void aRunThatIsNoVerdictListsItsCausesAndHasNoRedTile() {
    ObjectNode result = RichResult.tree();
    ArrayNode reasons =
        ((ObjectNode) result.path("verdict"))
            .put("status", "generator-limited")
            .putArray("reasons");
    reasons.add("other programs took 64 % of its 2 processors").add("its lag was 226 ms");
    String page = new Report(result, null).html();
    assertThat(page)
        .contains(
            "<li>other programs took 64 % of its 2 processors</li><li>its lag was 226 ms</li>")
        .contains("<li class=\"grey\"><span>lost</span>")
        .contains("<li class=\"void\"><span>generator</span>")
        .contains("<header class=\"void\">")
        .doesNotContain("<li class=\"bad\">");
  }

  @Test
  void theChartOfTheWholeRunAddsTheFlowsAndHasTheBoundOfTheWorst() throws Exception {
    ObjectNode result = RichResult.tree();
    assertThat(course(result).at("/flow").asText()).isEqualTo("commandQuery");
    assertThat(course(result).at("/bound").asDouble()).isEqualTo(500);
    assertThat(course(result).at("/asked/200").asDouble())
        .isEqualTo(
            result.path("flows").findValues("scheduled").stream()
                .filter(JsonNode::isArray)
                .mapToDouble(each -> each.path(200).asDouble())
                .sum())
        .isPositive();
    result
        .withArray("/thresholds")
        .addObject()
        .put("threshold", "flows.event.response.p99 < 10ms")
        .put("figure", "flows.event.response.p99")
        .put("found", 57.639);
    assertThat(course(result).at("/flow").asText()).as("over its bound").isEqualTo("event");
    assertThat(course(result).at("/bound").asDouble()).isEqualTo(10);
    result.remove("thresholds");
    assertThat(course(result).has("bound")).isFalse();
    ((ObjectNode) result.path("profile")).putArray("thresholds").add("flows.*.response.p99 < 2s");
    assertThat(course(result).at("/bound").asDouble()).as("before the verdict").isEqualTo(2_000);
  }

  private static JsonNode course(ObjectNode result) throws Exception {
    Matcher data = DATA.matcher(new Report(result, null).html());
    assertThat(data.find()).isTrue();
    return new ObjectMapper().readTree(data.group(1)).path("course");
  }

  @Test
  void aPercentileThatIsTheLargestValueIsLeftOut() {
    ObjectNode result = RichResult.tree();
    ((ObjectNode) result.at("/flows/event/response")).put("count", 162).put("p999", 4_711.5);
    assertThat(new Report(result, null).html()).doesNotContain("4,711.5");
  }

  @Test
  void aResultOfTheFirstVersionLeavesOutWhatItLacks() {
    String page = new Report(RichResult.plain(), null).html();
    assertThat(sections(page))
        .containsExactly(
            "thresholds", "flows", "percentiles", "ledger", "commands", "errors", "generator");
    WORDS.holds("a result of the first version", PageSentences.of(page));
    assertThat(page).doesNotContain("data-chart=\"asked\"").doesNotContain("data-chart=\"legs\"");
  }

  @Test
  void severalTenantsStandUnderEachOther() {
    ObjectNode result = RichResult.tree();
    for (String tenant : List.of("a", "b")) {
      ObjectNode own = result.withObject("/tenants/" + tenant);
      own.put("weight", 3).put("devices", 6).put("sessions", 6).put("connected", 5);
      ObjectNode flow = own.withObject("/flows/telemetry");
      flow.put("sent", 1_200).put("ok", 1_190).put("failed", 10).put("lost", 0);
      flow.put("notSent", 40).put("achieved", 0.965);
      flow.withObject("/response").put("count", 1_190).put("mean", 4.5).put("p99", 17.25);
    }
    String page = new Report(result, RichResult.book()).html();
    assertThat(sections(page)).contains("tenants");
    WORDS.holds("two tenants", PageSentences.lines(page, " weight "));
    assertThat(page)
        .contains(
            "data-figure=\"tenants.b.flows.telemetry.response.p99\" data-value=\"17.25\">17.3<")
        .contains("bad\" data-figure=\"tenants.a.flows.telemetry.failed\" data-value=\"10\">10<")
        .contains("bad\" data-figure=\"tenants.a.flows.telemetry.notSent\" data-value=\"40\">40<")
        .contains("data-figure=\"tenants.a.flows.telemetry.achieved\" data-value=\"0.965\">96.5")
        .containsPattern("a has weight 3 [^;]* 6 [^;]* 5 of 6 ");
  }

  @Test
  void aClosedModelIsMarkedBelowItsFigures() {
    ObjectNode result = RichResult.tree();
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.remove("asked");
    telemetry.putObject("closed").put("users", 1_200).put("undone", 7);
    String closed = PageSentences.lines(new Report(result, null).html(), "closed model");
    WORDS.holds("a closed model", closed);
    assertThat(closed).containsSubsequence("telemetry", "1,200 users", " 7 ");
    assertThat(new Report(RichResult.tree(), null).html()).doesNotContain("closed model");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"flows\": {}}", "{\"flows\": {\"a\": 5}, \"thresholds\": 1}"})
  void aResultWithoutFiguresIsAPageToo(String json) throws Exception {
    String page = new Report(new ObjectMapper().readTree(json), null).html();
    assertThat(page).contains("id=\"verdict\"").contains("UNKNOWN");
  }

  @Test
  void whatComesFromOutsideIsNoMarkup() throws Exception {
    String evil = "</script><script>alert(1)</script><!-- {{library}} \"'&";
    ObjectNode result = RichResult.tree();
    result.put("run", evil);
    ((ObjectNode) result.path("verdict")).put("status", "ledger-unbalanced").putArray("reasons");
    ((ArrayNode) result.at("/verdict/reasons")).add(evil);
    ((ObjectNode) result.at("/flows/telemetry")).putObject("closed").put("users", 1);
    ((ObjectNode) result.path("flows")).set(evil, result.at("/flows/telemetry").deepCopy());
    ((ObjectNode) result.at("/flows/telemetry/failedBy")).put(evil, 4);
    ((ObjectNode) result.at("/worstDevices/0")).put("device", evil);
    ((ObjectNode) result.at("/target/processes/0")).put("name", evil);
    ((ObjectNode) result.at("/thresholds/0")).put("threshold", evil).put("figure", evil);
    ((ObjectNode) result.path("profile")).put(evil, evil);
    String page = new Report(result, null).html();
    assertThat(page)
        .doesNotContain("<script>alert")
        .doesNotContain("<!--")
        .contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- {{library}}");
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    assertThat(new ObjectMapper().readTree(data.group(1)).at("/flows/4/name").asText())
        .isEqualTo(evil);
  }

  @Test
  void thePageAsksForNothingFromOutside() {
    String page = new Report(RichResult.tree(), RichResult.book()).html();
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("'unsafe-inline'")
        .doesNotContain("sourceMappingURL")
        .doesNotContainPattern("(src|href|action)=\"(?!data:|#)")
        .doesNotContainPattern("@import|url\\(")
        .doesNotContain("style=\"");
  }

  @Test
  void aRunOfAnyLengthIsLessThanAMegabyte() {
    assertThat(new Report(RichResult.tree(1_030), RichResult.book()).html())
        .hasSizeLessThan(MEGABYTE)
        .doesNotContain("Of every ");
    String page = new Report(RichResult.tree(8 * 3_600), RichResult.book()).html();
    WORDS.holds("a long run", PageSentences.lines(page, "Of every "));
    assertThat(page).hasSizeLessThan(MEGABYTE).contains("Of every 48 seconds ");
  }

  @Test
  void everyLimitOnTheGeneratorStandsBesideWhatItLimits() {
    ObjectNode result = RichResult.tree();
    ((ObjectNode) result.path("profile"))
        .putObject("generator")
        .put("maxLag", "100ms")
        .put("maxLoopDelay", "0.25ms")
        .put("maxPause", "1s")
        .put("maxCpu", "95%")
        .put("maxStolen", "7.5%");
    ObjectNode generator = (ObjectNode) result.path("generator");
    generator.putObject("cpu").put("process", 0.2).put("thread", 0.1).put("stolen", 0.01);
    generator.putObject("loopDelay").put("count", 4_000).put("p99", 0.2);
    assertThat(new Report(result, null).html())
        .contains(
            "\"limits\":{\"lagMs\":100.0,\"loopDelayMs\":0.25,\"pauseMs\":1000.0,"
                + "\"thread\":0.95,\"stolen\":0.075}")
        .contains("<td class=\"n\">1,000</td>", "<td class=\"n\">95</td>")
        .contains("<td class=\"n\">7.5</td>", "<td class=\"n\">0.25</td>", "its limit");
  }

  @Test
  void theLedgerPictureNamesEveryLeak() {
    assertThat(new Report(RichResult.tree(), null).html())
        .contains("data-figure=\"picture.delivered\" data-value=\"718007\"")
        .contains(
            ": scheduled 720,000, not sent: deviceBusy 360,"
                + " sent 719,640, failed: transport.timeout 1,210, failed: protocol.5.03 400,"
                + " failed: transport.reset 12, unsettled 8, confirmed 718,010, lost 3,"
                + " delivered 718,007\"");
  }

  @Test
  void whatWentWrongBesideTheMeasuredMessagesIsSaid() {
    ObjectNode result = RichResult.tree();
    assertThat(new Report(result, null).html()).doesNotContain("<p>warm-up: ", "<p>records: ");
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    ObjectNode warmUp = telemetry.putObject("warmUp").put("sent", 150);
    warmUp.put("failed", 7).putObject("failedBy").put("protocol.5.03", 7);
    telemetry.putObject("warmUpLedger").put("lost", 140);
    ((ObjectNode) result.path("ledger")).put("unstamped", 700).put("foreign", 500);
    String page = new Report(result, null).html();
    WORDS.holds("records of others", PageSentences.lines(page, "records: "));
    assertThat(page)
        .containsPattern("<p>warm-up: 140 of [0-9,]+ lost, 7 failed \\(protocol.5.03 7\\)\\.</p>")
        .containsPattern("<p>records: 700 [^,]+, 500 .*</p>");
  }

  @Test
  void whatIsNotKnownToBeLostIsNotDrawn() {
    ObjectNode result = RichResult.tree();
    result.remove("ledger");
    result.path("flows").forEach(flow -> ((ObjectNode) flow).remove("ledger"));
    ((ObjectNode) result.at("/flows/telemetry")).put("received", 1_234);
    String page = new Report(result, null).html();
    WORDS.holds("a ledger that is not known", PageSentences.lines(page, "1,234"));
    assertThat(page).containsPattern("<p>[^<]* 1,234 ").doesNotContain("picture.delivered");
  }

  @Test
  void aResultOfAnEarlierVersionShowsWhatItCalledInFlight() {
    ObjectNode result = RichResult.tree();
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.set("inFlight", telemetry.remove("unsettled"));
    assertThat(new Report(result, null).html())
        .contains("unsettled 8, confirmed")
        .contains("data-figure=\"flows.telemetry.unsettled\" data-value=\"8\">8<");
  }

  @Test
  void aThresholdSaysWhenItWasCrossedFirstAndWhatItWasComparedWith() {
    ObjectNode result = RichResult.tree();
    assertThat(new Report(result, null).html())
        .doesNotContain("first crossed")
        .doesNotContain("compared with");
    ObjectNode crossed = (ObjectNode) result.at("/thresholds/0");
    crossed.putObject("windows").put("seconds", 10).put("judged", 90).put("crossed", 3);
    crossed
        .putObject("firstCrossed")
        .put("afterSeconds", 40.0)
        .put("epochMs", 1_700_000_000_000L)
        .put("found", 612.5);
    crossed.putObject("baseline").put("runId", "beef").put("found", 40.0).put("bound", 44.5);
    result.putObject("aborted").put("afterSeconds", 51.0).put("threshold", "a < b");
    String page = new Report(result, null).html();
    WORDS.holds("a crossed threshold", PageSentences.of(section(page, "thresholds")));
    assertThat(page)
        .contains("40 seconds, at 2023-11-14T22:13:20Z; 3 of 90 ")
        .containsPattern("<td>40 in run beef; 44.5 .*</td>")
        .containsPattern(" 51 seconds .*: a &lt; b");
  }

  @Test
  void aCrossedThresholdIsAboveTheOthersAndEachHasItsMark() {
    ObjectNode result = RichResult.tree();
    result.path("thresholds").forEach(each -> ((ObjectNode) each).put("held", true));
    ((ObjectNode) result.at("/thresholds/2")).put("held", false);
    String page = new Report(result, null).html();
    List<String> paths =
        Pattern.compile("data-figure=\"thresholds\\.(\\d+)\\.found")
            .matcher(page)
            .results()
            .map(each -> each.group(1))
            .toList();
    assertThat(paths).startsWith("2", "0", "1", "3").hasSameSizeAs(result.path("thresholds"));
    assertThat(page)
        .containsOnlyOnce("<td class=\"bad\">✗ crossed</td>")
        .contains("<td>✓ held</td>");
  }
}
