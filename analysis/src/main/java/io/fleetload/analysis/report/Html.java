package io.fleetload.analysis.report;

/** Text on its way into a page. Everything that comes from outside goes through {@link #escape}. */
final class Html {
  private Html() {}

  /** A text as content of an element or of a quoted attribute. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c == 0 ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  /**
   * JSON as content of a script element. A JSON text may hold {@code <} in strings only, so the
   * escaped form means the same; neither {@code </script>} nor {@code <!--} is left in it.
   */
  static String json(String json) {
    return json.replace("<", "\\u003c");
  }

  /** A section of the page with its heading, or nothing where it has no content. */
  static String section(String id, String heading, String content) {
    return section(id, heading, "", content);
  }

  /** A section whose charts have a unit. */
  static String section(String id, String heading, String unit, String content) {
    return content.isEmpty()
        ? ""
        : "<section id=\""
            + id
            + "\">\n<h2>"
            + escape(heading)
            + (unit.isEmpty() ? "" : " <small>" + escape(unit) + "</small>")
            + "</h2>\n"
            + content
            + "</section>\n";
  }

  /** A paragraph of small print. */
  static String note(String text) {
    return "<p class=\"note\">" + escape(text) + "</p>\n";
  }

  /**
   * The place of a chart. The canvas itself says nothing to who cannot see it, so its label names
   * what it shows and where the figures stand as text.
   *
   * @param kind which chart
   * @param index which of its kind
   * @param heading its heading; empty for none
   * @param label what it shows, for who cannot see it
   */
  static String chart(String kind, int index, String heading, String label) {
    return "<figure class=\"chart\">"
        + (heading.isEmpty()
            ? ""
            : "<figcaption class=\"f"
                + index % Flows.COLOURS
                + "\">"
                + escape(heading)
                + "</figcaption>")
        + "<div class=\"plot "
        + kind
        + "\"><canvas data-chart=\""
        + kind
        + "\" data-index=\""
        + index
        + "\" role=\"img\" aria-label=\""
        + escape(label)
        + "\"></canvas></div></figure>\n";
  }
}
