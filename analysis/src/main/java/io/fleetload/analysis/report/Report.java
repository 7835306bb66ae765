package io.fleetload.analysis.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.DeviceBook;
import java.util.Locale;

/**
 * A result as one HTML page that needs nothing else: style, script, charts' library and data are in
 * it, and its content security policy allows no connection and no script but these.
 */
public final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode result;
  private final ChartData data;
  private final boolean wholeCurves;

  /**
   * The page of a result.
   *
   * @param result {@code result.json} as a tree; parts that it lacks are left out of the page
   * @param book the device side's book, for percentile curves with all their points; null without
   */
  public Report(JsonNode result, DeviceBook book) {
    this.result = result;
    this.data = new ChartData(result, book);
    this.wholeCurves = book != null;
  }

  /** The text of the page. */
  public String html() {
    return Frame.still().page(title(), body(), json());
  }

  /** The text of a page that goes on asking {@code state} for its {@link #content}. */
  public String liveHtml() {
    return Frame.live().page(title(), body(), json());
  }

  /** What changes on a live page: its {@code title}, its {@code body}, the {@code data} drawn. */
  public ObjectNode content() {
    ObjectNode content = JSON.createObjectNode();
    content.put("title", title()).put("body", body());
    content.set("data", data.tree());
    return content;
  }

  private String title() {
    return name() + " – " + verdict().word().toLowerCase(Locale.ROOT);
  }

  private String body() {
    FlowSections flows = new FlowSections(result, wholeCurves, data.thinning());
    LedgerSections ledger = new LedgerSections(result, data);
    RunSections run = new RunSections(result, data.thinning());
    return String.join(
        "",
        header(),
        new NowSection(result).html(),
        run.facts(),
        new ConnectionSection(result).html(),
        flows.counts(),
        new TenantSection(result).html(),
        flows.responseOverTime(),
        flows.percentiles(),
        ledger.ledger(),
        ledger.commands(),
        ledger.errors(),
        flows.coldAndWarm(),
        run.worstDevices(),
        run.generator(),
        new TargetSection(result).html(),
        new ThresholdSection(result).html(),
        run.about());
  }

  private String header() {
    VerdictSentence verdict = verdict();
    long start = result.at("/phases/0/startEpochMs").asLong();
    return "<header>\n<h1>"
        + Html.escape(name())
        + (start > 0 ? " <time>" + Printed.time(start) + "</time>" : "")
        + "</h1>\n<p id=\"verdict\" class=\"verdict "
        + colour()
        + "\" data-status=\""
        + Html.escape(result.at("/verdict/status").asText())
        + "\"><strong>"
        + Html.escape(verdict.word())
        + ":</strong> "
        + Html.escape(verdict.rest())
        + "</p>\n</header>\n";
  }

  /** Only what passed is green, only what the target did not hold is red. */
  private String colour() {
    return switch (result.at("/verdict/status").asText()) {
      case "passed" -> "good";
      case "thresholds-crossed" -> "crossed";
      case Running.STATUS -> "running";
      default -> "void";
    };
  }

  private VerdictSentence verdict() {
    return VerdictSentence.of(result);
  }

  private String name() {
    return result.path("run").asText("run");
  }

  private String json() {
    try {
      return JSON.writeValueAsString(data.tree());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree always has a text", e);
    }
  }
}
