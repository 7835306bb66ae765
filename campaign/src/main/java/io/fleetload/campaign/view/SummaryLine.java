// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of what is said at the end of a run, as a terminal shows it: what is too wide goes on in
 * the next line, a row of a table has fewer columns, and the verdict and each threshold have the
 * colour of what they say. The words say the same without it.
 */
public final class SummaryLine {
  private static final String GREEN = "\033[32m";
  private static final String YELLOW = "\033[33m";
  private static final String DEFAULT = "\033[0m";

  /** Three gaps at least; a sentence has one, behind its label. */
  private static final Pattern ROW = Pattern.compile(" {2}\\S.*?( {2,}\\S.*?){3}");

  private static final Pattern CELL = Pattern.compile("^ {2}.{15}|\\s+(?:service )?\\S+");
  private static final Pattern LABEL = Pattern.compile(" {2}\\S+(?: \\S+)? {2,}| *");
  private static final Pattern VERDICT =
      Pattern.compile("(\\S.*: )([A-Z]+(?:-[A-Z]+)*)((?: \\(incomplete\\))?)");
  private static final Pattern THRESHOLD =
      Pattern.compile("( {2})((?:[✓✗] )?(?:held|CROSSED))( +.*)");

  private static final Map<String, String> COLOURS =
      Map.of(
          "PASSED", GREEN,
          "held", GREEN,
          "CROSSED", Block.RED,
          "THRESHOLDS-CROSSED", Block.RED,
          "TARGET-GONE", Block.RED);

  private SummaryLine() {}

  /** Returns the text that prints the line. */
  public static String of(String text, Terminal terminal) {
    if (terminal.columns() == 0) {
      return text;
    }
    List<String> lines = fitted(text, terminal.columns() - 1);
    if (terminal.colour()) {
      lines.set(0, coloured(lines.get(0)));
    }
    return String.join(System.lineSeparator(), lines);
  }

  private static List<String> fitted(String text, int width) {
    if (text.length() <= width) {
      return new ArrayList<>(List.of(text));
    }
    if (ROW.matcher(text).matches()) {
      List<String> cells = CELL.matcher(text).results().map(each -> each.group()).toList();
      return new ArrayList<>(List.of(LineFit.into(width, "", cells).stripTrailing()));
    }
    return wrapped(text, width);
  }

  private static List<String> wrapped(String text, int width) {
    Matcher label = LABEL.matcher(text);
    int indent = label.lookingAt() && label.end() <= width / 2 ? Math.max(2, label.end()) : 2;
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int end = rest.lastIndexOf(' ', width);
      // A word that is wider than the line stays whole: it is a path or a figure's name.
      end = end <= indent ? rest.indexOf(' ', Math.max(width, indent)) : end;
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end).stripTrailing());
      rest = " ".repeat(indent) + rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  private static String coloured(String line) {
    for (Pattern each : List.of(VERDICT, THRESHOLD)) {
      Matcher said = each.matcher(line);
      if (said.matches()) {
        String bold = each == VERDICT ? Block.BOLD : "";
        String word = said.group(2).substring(said.group(2).indexOf(' ') + 1);
        String colour = COLOURS.getOrDefault(word, YELLOW);
        return said.group(1) + bold + colour + said.group(2) + DEFAULT + said.group(3);
      }
    }
    return line;
  }
}
