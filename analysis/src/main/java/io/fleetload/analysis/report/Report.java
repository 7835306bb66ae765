// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.chart.ChartData;
import io.fleetload.analysis.report.chart.CourseSampler;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.GeneratorBounds;
import io.fleetload.analysis.report.chart.LedgerPicture;
import io.fleetload.analysis.report.chart.LiveResult;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.analysis.report.chart.Tile;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.cost.CostParts;
import io.fleetload.results.cost.ServiceFailures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A result as one HTML page that needs nothing else: style, script, charts' library and data are in
 * it. The templates read the result themselves; this class gives them what has to be computed.
 */
public final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern SECTION = Pattern.compile("<section id=\"(\\w+)\">\\s*<h2>([^<]*)");
  private static final List<String> ENDS =
      List.of("churned", "stormed", "rebindLost", "targetEnded", "silent");
  private static final String NAVIGATION = "<nav id=\"parts\"></nav>";

  private final ResultNode result;
  private final boolean wholeCurves;
  private final ChartData data;
  private final VerdictSentence verdict;

  /**
   * The page of a result.
   *
   * @param result {@code result.json} as a tree; parts that it lacks are left out of the page
   * @param book the device side's book, for percentile curves with all their points; null without
   */
  public Report(JsonNode result, DeviceBook book) {
    this.result = ResultNode.of(result);
    this.wholeCurves = book != null;
    this.data = ChartData.of(this.result, book);
    this.verdict = VerdictSentence.of(this.result);
  }

  public String html() {
    return ReportPage.still().html(title(), body(), text(data));
  }

  /** The text of a page that goes on asking {@code state} for its {@link #content}. */
  public String liveHtml() {
    return ReportPage.live().html(title(), body(), text(data));
  }

  /**
   * Returns the parts of a live page that change: its {@code title}, its {@code body}, the {@code
   * data} drawn.
   */
  public ObjectNode content() {
    ObjectNode content = JSON.createObjectNode();
    content.put("title", title()).put("body", body());
    content.set("data", JSON.valueToTree(data));
    return content;
  }

  /** The verdict as lines: the sentence of the page, and its causes. */
  public List<String> verdict() {
    return Stream.concat(
            Stream.of("run %s: %s: %s".formatted(name(), verdict.word(), verdict.rest())),
            verdict.causes().stream().map(each -> "  " + each))
        .toList();
  }

  private String title() {
    return name() + " – " + verdict.word().toLowerCase(Locale.ROOT);
  }

  private String name() {
    return result.json().path("run").asText("run");
  }

  private String body() {
    boolean running = LiveResult.is(result.json());
    long start = result.json().at("/phases/0/startEpochMs").asLong();
    CourseSampler thinning = ChartData.thinning(result);
    Map<String, Object> values = new HashMap<>();
    values.put("result", result);
    values.put("flows", result.at("flows").each());
    values.put("running", running);
    values.put("name", name());
    values.put("began", start > 0 ? FigureFormat.time(start) : "");
    values.put("verdict", verdict);
    values.put("measured", FigureFormat.duration(result.json().path("measuredSeconds").asDouble()));
    values.put("colour", colour());
    values.put("passedSeconds", LiveResult.passedSeconds(result.json()));
    values.put("draining", LiveResult.isDraining(result.json()));
    values.put("failedFirst", failedFirst());
    values.put("sessions", data.sessions());
    values.put("course", data.course());
    values.put("wholeCurves", wholeCurves);
    values.put("thinned", thinning.note());
    values.put("stretch", thinning.leavesOut() ? thinning.width() + " s" : "s");
    values.put("tenantRows", tenantRows());
    values.put("groupRows", groupRows());
    values.put("partRows", PartRow.of(result.at("flows")));
    values.put(
        "byteRows",
        PartRow.bytes(result.at("flows"), result.json().path("measuredSeconds").asDouble()));
    values.put("picture", LedgerPicture.of(result));
    values.put("lossRows", running ? List.of() : lossRows());
    values.put("notKnown", running ? "" : receivedByABackendThatWasBehind());
    values.put("unmeasured", running ? List.of() : OutsideNotes.of(result));
    values.put(
        "failures", data.errors().causes().stream().map(ChartData.FailureSeries::name).toList());
    values.put("causes", causes());
    CostParts parts = ResultFiles.part(result.json().at("/target/parts"), CostParts.class);
    values.put("costParts", parts == null ? "" : parts.text());
    values.put(
        "costBasis",
        TargetLines.basis(
            result.at("flows").sum("/sent"), result.json().path("measuredSeconds").asDouble()));
    ServiceFailures services =
        ResultFiles.part(result.json().at("/target/amqp"), ServiceFailures.class);
    values.put("services", services == null ? "" : services.text());
    values.put("about", about());
    values.put("bounds", GeneratorBounds.of(result));
    values.put("tiles", Tile.of(result));
    return withLinks(Templates.render("run", values));
  }

  /** The sections that a page has are known when it is written. */
  private static String withLinks(String body) {
    StringBuilder links = new StringBuilder();
    Matcher section = SECTION.matcher(body);
    while (section.find()) {
      links
          .append("<a href=\"#")
          .append(section.group(1))
          .append("\">")
          .append(section.group(2).strip())
          .append("</a>\n");
    }
    return body.replace(NAVIGATION, "<nav aria-label=\"parts of this page\">\n" + links + "</nav>");
  }

  private String colour() {
    String status = result.json().at("/verdict/status").asText();
    return status.equals(LiveResult.STATUS) ? "running" : ReportPage.colour(status);
  }

  private String failedFirst() {
    JsonNode devices = result.json().path("devices");
    return FigureFormat.count(
        devices.at("/handshakes/failed").asLong() - devices.at("/reconnects/failed").asLong());
  }

  /** A backend that left a book and had not read everything. */
  private String receivedByABackendThatWasBehind() {
    ResultNode flows = result.at("flows");
    return !flows.anyAt("/ledger") && flows.anyAt("/received")
        ? FigureFormat.count(flows.sum("/received"))
        : "";
  }

  private List<ResultNode> lossRows() {
    return result.at("flows").each().stream()
        .filter(flow -> flow.json().at("/ledger/lost").asLong() > 0)
        .filter(flow -> flow.json().at("/ledger/losses").isObject())
        .toList();
  }

  /** Figures of one tenant in one flow. */
  record TenantRow(ResultNode flow, ResultNode tenant, ResultNode own) {}

  private List<TenantRow> tenantRows() {
    List<TenantRow> rows = new ArrayList<>();
    for (ResultNode flow : result.at("flows").each()) {
      for (ResultNode tenant : result.at("tenants").each()) {
        ResultNode own = tenant.at("flows").at(flow.key());
        if (own.json().isObject()) {
          rows.add(new TenantRow(flow, tenant, own));
        }
      }
    }
    return rows;
  }

  /**
   * Figures of a group of devices.
   *
   * @param ended sessions of it that ended, for whatever reason
   */
  record GroupRow(ResultNode group, String ended) {}

  private List<GroupRow> groupRows() {
    return result.at("groups").each().stream()
        .map(
            group -> {
              ResultNode again = group.at("reconnects");
              long ended = ENDS.stream().mapToLong(each -> again.at(each).json().asLong()).sum();
              return new GroupRow(group, FigureFormat.count(ended));
            })
        .toList();
  }

  /**
   * A cause of failures with its count in each flow.
   *
   * @param colour its colour in the chart; -1 where it is not drawn
   */
  record CauseRow(String name, int colour, List<ResultNode> flows, String all) {}

  private List<CauseRow> causes() {
    List<CauseRow> causes = new ArrayList<>();
    List<String> drawn =
        data.errors().causes().stream().map(ChartData.FailureSeries::name).toList();
    List<ResultNode> flows = result.at("flows").each();
    Map<String, String> maps = new LinkedHashMap<>();
    maps.put("failedBy", "failed: ");
    maps.put("notSentBy", "not sent: ");
    maps.forEach(
        (map, name) -> {
          Set<String> keys = new LinkedHashSet<>();
          flows.forEach(flow -> flow.at(map).each().forEach(each -> keys.add(each.key())));
          for (String key : keys) {
            List<ResultNode> counts = flows.stream().map(flow -> flow.at(map).at(key)).toList();
            long all = counts.stream().mapToLong(each -> each.json().asLong()).sum();
            int place = map.equals("failedBy") ? drawn.indexOf(key) : -1;
            int colour = place < 0 ? -1 : place % ResultNode.COLOURS;
            causes.add(new CauseRow(name + key, colour, counts, FigureFormat.count(all)));
          }
        });
    return causes;
  }

  /** Returns the surroundings of the run, as text by name: versions, host and profile. */
  private List<Map.Entry<String, String>> about() {
    List<Map.Entry<String, String>> about = new ArrayList<>();
    for (String each : List.of("labels", "versions", "host", "profile")) {
      ResultNode part = result.json().has(each) ? result.at(each) : result.at("about").at(each);
      if (part.isPresent()) {
        about.add(Map.entry(each, part.json().toPrettyString()));
      }
    }
    return about;
  }

  private static String text(ChartData data) {
    try {
      return JSON.writeValueAsString(data);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("data always has a text", e);
    }
  }
}
