package io.fleetload.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
  private static final int MEGABYTE = 1_000_000;
  private static final Pattern SECTION = Pattern.compile("<section id=\"([a-z]+)\">");
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  private static List<String> sections(String page) {
    return SECTION.matcher(page).results().map(found -> found.group(1)).toList();
  }

  @Test
  void aResultWithEveryPartBecomesEverySection() {
    assertThat(sections(new Report(RichResult.tree(), RichResult.book()).html()))
        .containsExactly(
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
            "thresholds",
            "about");
  }

  @Test
  void aResultOfTheFirstVersionLeavesOutWhatItLacks() {
    String page = new Report(RichResult.plain(), null).html();
    assertThat(sections(page))
        .containsExactly(
            "flows", "percentiles", "ledger", "commands", "errors", "generator", "thresholds");
    assertThat(page)
        .contains("Drawn from the percentiles of the table alone.")
        .contains("No message failed and none was left unsent.")
        .doesNotContain("data-chart=\"asked\"")
        .doesNotContain("data-chart=\"legs\"");
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
        .doesNotContainPattern("(src|href|action)=\"(?!data:)")
        .doesNotContainPattern("@import|url\\(")
        .doesNotContain("style=\"");
  }

  @Test
  void aRunOfAnyLengthIsLessThanAMegabyte() {
    assertThat(new Report(RichResult.tree(1_030), RichResult.book()).html())
        .hasSizeLessThan(MEGABYTE)
        .doesNotContain("the smallest and the largest value are drawn");
    assertThat(new Report(RichResult.tree(8 * 3_600), RichResult.book()).html())
        .hasSizeLessThan(MEGABYTE)
        .contains("Of every 48 seconds the smallest and the largest value are drawn");
  }

  @Test
  void theLedgerPictureNamesEveryLeak() {
    assertThat(new Report(RichResult.tree(), null).html())
        .contains("data-figure=\"picture.delivered\" data-value=\"718007\"")
        .contains(
            "aria-label=\"The way of all messages: scheduled 720,000, not sent: deviceBusy 360,"
                + " sent 719,640, failed: transport.timeout 1,210, failed: protocol.5.03 400,"
                + " failed: transport.reset 12, in flight at the end 8, confirmed 718,010, lost 3,"
                + " delivered 718,007\"");
  }
}
