package io.fleetload.analysis.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page around a report's body: style, scripts and data are in it, and its content security
 * policy allows no script but these.
 */
final class Frame {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-zA-Z]+)}}");
  private static final Pattern SOURCE_MAP = Pattern.compile("//# sourceMappingURL=\\S*\\s*$");

  private final String policy;
  private final String scriptAtEnd;

  private Frame(String policy, String scriptAtEnd) {
    this.policy = policy;
    this.scriptAtEnd = scriptAtEnd;
  }

  /** A page that stays as it is and may connect to nothing. */
  static Frame still() {
    return new Frame("", "");
  }

  /** A page that asks where it came from for what is new, and connects to nothing else. */
  static Frame live() {
    return new Frame("; connect-src 'self'", resource("live.js"));
  }

  /** The text of the page. */
  String page(String title, String body, String data) {
    String style = resource("report.css");
    List<String> scripts = new ArrayList<>();
    scripts.add(resource("guard.js"));
    scripts.add(SOURCE_MAP.matcher(resource("chart.umd.min.js")).replaceAll(""));
    scripts.add(resource("report.js"));
    if (!scriptAtEnd.isEmpty()) {
      scripts.add(scriptAtEnd);
    }
    Map<String, String> parts =
        Map.of(
            "policy",
            "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src "
                + hash(style)
                + "; script-src "
                + String.join(" ", scripts.stream().map(Frame::hash).toList())
                + policy,
            "title",
            Html.escape(title),
            "style",
            style,
            "guard",
            scripts.get(0),
            "library",
            scripts.get(1),
            "script",
            scripts.get(2),
            "more",
            scriptAtEnd.isEmpty() ? "" : "<script>" + scriptAtEnd + "</script>\n",
            "data",
            Html.json(data),
            "body",
            body);
    // One pass: a name that looks like a place is not one.
    return PLACE
        .matcher(resource("report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
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
    try (InputStream in = Frame.class.getResourceAsStream(name)) {
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
