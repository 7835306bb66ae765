// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.format.ExitCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page around a body. It needs nothing else: style, scripts and data are in it, and its content
 * security policy allows no script but these.
 *
 * @param allowed what the policy allows besides
 * @param scripts the scripts at the end of the page
 */
record ReportPage(String allowed, List<String> scripts) {
  private static final String LIBRARY = "chart.umd.min.js";
  private static final String KEYBOARD = "keyboard.js";

  /** A page that stays as it is and may connect to nothing. */
  static ReportPage still() {
    return new ReportPage("", List.of(LIBRARY, "report.js", KEYBOARD));
  }

  /** A page that asks where it came from for what is new, and connects to nothing else. */
  static ReportPage live() {
    return new ReportPage(
        "; connect-src 'self'", List.of(LIBRARY, "report.js", KEYBOARD, "live.js"));
  }

  /**
   * The class of the head: only what passed is green, only what the target did not hold is red.
   *
   * @param status of a verdict
   */
  static String colour(String status) {
    if (status.equals(ExitCode.PASSED.status())) {
      return "good";
    }
    return status.equals(ExitCode.THRESHOLDS_CROSSED.status()) ? "crossed" : "void";
  }

  /**
   * The text of the page.
   *
   * @param title its title
   * @param body its content, as HTML
   * @param data what its charts draw, as JSON
   */
  String html(String title, String body, String data) {
    String style = Templates.resource("report.css");
    String guard = Templates.resource("guard.js");
    List<String> texts = scripts.stream().map(ReportPage::script).toList();
    String policy =
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + "; script-src "
            + Stream.concat(Stream.of(guard), texts.stream())
                .map(ReportPage::hash)
                .collect(Collectors.joining(" "))
            + allowed;
    return Templates.render(
        "page",
        Map.of(
            "policy",
            policy,
            "title",
            title,
            "style",
            style,
            "guard",
            guard,
            "scripts",
            texts,
            // JSON has < in strings only; so neither </script> nor <!-- is left in it.
            "data",
            data.replace("<", "\\u003c"),
            "body",
            body));
  }

  private static String script(String name) {
    return Templates.resource(name).replaceAll("//# sourceMappingURL=\\S*\\s*$", "");
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
}
