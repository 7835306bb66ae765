// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import java.util.List;

/**
 * Lines at the end of a terminal that are written over again and again. The cursor always rests at
 * the beginning of the line below them, so whatever ends the process leaves the terminal as it
 * should be, and a message only has to erase them first. Uses no more of the terminal than cursor
 * up, erase to the end of line or screen, and wrapping off and on (ECMA-48, and DECAWM of VT100).
 */
public final class Block {
  private static final String UP = "\033[%sA";
  private static final String ERASE_LINE = "\033[K";
  private static final String ERASE_BELOW = "\033[J";

  /** A window made narrower in mid-run must not turn one line into two. */
  private static final String WRAP_OFF = "\033[?7l";

  private static final String WRAP_ON = "\033[?7h";
  static final String BOLD = "\033[1m";
  static final String RED = "\033[31m";
  private static final String DEFAULT = "\033[0m";

  private List<Integer> widths = List.of();

  /** Returns the text that erases the lines; empty if there are no lines. */
  public String erased(Terminal terminal) {
    String erased = widths.isEmpty() ? "" : top(terminal) + ERASE_BELOW;
    widths = List.of();
    return erased;
  }

  /**
   * Returns the text that shows a run in place of the present lines. The devices must have reported
   * before.
   */
  public String drawn(RunSoFar.Now now, Terminal terminal) {
    // The last column stays free: what a terminal does at a line that fills it differs.
    List<Line> lines = TerminalView.lines(now, terminal.columns() - 1);
    if (terminal.rows() > 0) {
      // What has left the screen at the top could not be written over.
      lines = lines.subList(0, Math.min(lines.size(), Math.max(1, terminal.rows() - 1)));
    }
    StringBuilder drawn = new StringBuilder(WRAP_OFF).append(top(terminal));
    lines.forEach(line -> drawn.append(coloured(line, terminal)).append(ERASE_LINE).append('\n'));
    widths = lines.stream().map(line -> line.text().length()).toList();
    return drawn.append(ERASE_BELOW).append(WRAP_ON).toString();
  }

  /** A window that was made narrower has broken what was wider into several lines. */
  private String top(Terminal terminal) {
    int columns = Math.max(1, terminal.columns());
    int height =
        widths.stream().mapToInt(each -> Math.max(1, (each + columns - 1) / columns)).sum();
    return height == 0 ? "\r" : "\r" + UP.formatted(height);
  }

  private static String coloured(Line line, Terminal terminal) {
    if (!terminal.colour() || line.tone() == Line.Tone.PLAIN) {
      return line.text();
    }
    return (line.tone() == Line.Tone.HEAD ? BOLD : RED) + line.text() + DEFAULT;
  }
}
