// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a terminal shows after the last time that it was written anew, as a picture (SVG). */
final class TerminalPicture {
  private static final Pattern WRITTEN_ANEW = Pattern.compile("\033\\[\\d+A");
  private static final Pattern STYLE = Pattern.compile("\033\\[(\\d+)m");
  private static final Map<String, String> STYLES =
      Map.of(
          "1", "font-weight=\"bold\"",
          "31", "fill=\"#ff7b72\"",
          "32", "fill=\"#7ee787\"",
          "33", "fill=\"#e3b341\"");
  private static final double COLUMN = 8.4;
  private static final int ROW = 18;
  private static final int MARGIN = 14;

  private TerminalPicture() {}

  /**
   * The picture.
   *
   * @param printed all that was printed, with its codes
   * @param command what was typed before
   */
  static String of(String printed, String command) {
    String[] written = WRITTEN_ANEW.split(printed);
    String last = written[written.length - 1].replaceAll("\033\\[[KJ]|\033\\[\\?7[hl]|\r", "");
    List<String> lines = ("$ " + command + "\n" + last).stripTrailing().lines().toList();
    int columns =
        lines.stream()
            .mapToInt(each -> STYLE.matcher(each).replaceAll("").length())
            .max()
            .orElse(0);
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
        font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" fill="#e6edf3">
        <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
        """
            .formatted((int) (columns * COLUMN) + 2 * MARGIN, lines.size() * ROW + 2 * MARGIN));
    for (int i = 0; i < lines.size(); i++) {
      svg.append(
          "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>\n"
              .formatted(MARGIN, MARGIN + (i + 1) * ROW - 4, styled(lines.get(i))));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String styled(String line) {
    StringBuilder styled = new StringBuilder();
    String style = "";
    int at = 0;
    Matcher code = STYLE.matcher(line);
    while (code.find()) {
      append(styled, style, line.substring(at, code.start()));
      style = code.group(1).equals("0") ? "" : style + " " + STYLES.get(code.group(1));
      at = code.end();
    }
    append(styled, style, line.substring(at));
    return styled.toString();
  }

  private static void append(StringBuilder to, String style, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    to.append(
        style.isEmpty() || text.isEmpty()
            ? escaped
            : "<tspan" + style + ">" + escaped + "</tspan>");
  }
}
