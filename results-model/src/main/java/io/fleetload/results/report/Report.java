package io.fleetload.results.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.DeviceBook;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A result as one HTML page that needs nothing else: style, script, charts' library and data are in
 * it, and its content security policy allows no connection and no script but these.
 */
public final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-zA-Z]+)}}");
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*\\s*$");

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
    String library = SOURCE_MAP.matcher(resource("chart.umd.min.js")).replaceAll("");
    String style = resource("report.css");
    String guard = resource("guard.js");
    String script = resource("report.js");
    Map<String, String> parts =
        Map.of(
            "policy",
            "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src "
                + hash(style)
                + "; script-src "
                + hash(guard)
                + " "
                + hash(library)
                + " "
                + hash(script),
            "title",
            Html.escape(name() + " – " + verdict().word().toLowerCase(Locale.ROOT)),
            "style",
            style,
            "guard",
            guard,
            "library",
            library,
            "script",
            script,
            "data",
            Html.json(json()),
            "body",
            body());
    // One pass: a name that looks like a place is not one.
    return PLACE
        .matcher(resource("report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private String body() {
    FlowSections flows = new FlowSections(result, wholeCurves, data.thinning());
    LedgerSections ledger = new LedgerSections(result, data);
    RunSections run = new RunSections(result, data.thinning());
    return String.join(
        "",
        header(),
        run.facts(),
        flows.counts(),
        flows.responseOverTime(),
        flows.percentiles(),
        ledger.ledger(),
        ledger.commands(),
        ledger.errors(),
        flows.coldAndWarm(),
        run.worstDevices(),
        run.generator(),
        run.target(),
        run.thresholds(),
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

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the build left out the resource " + name);
      }
      // A browser reads every line end as \n, and the hashes are of what it reads.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
