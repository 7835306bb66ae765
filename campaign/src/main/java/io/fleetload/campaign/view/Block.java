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
  private static final String UP = "\033[%dA";
  private static final String ERASE_LINE = "\033[K";
  private static final String ERASE_BELOW = "\033[J";

  /** A window made narrower in mid-run must not turn one line into two. */
  private static final String WRAP_OFF = "\033[?7l";

  private static final String WRAP_ON = "\033[?7h";
  private static final String BOLD = "\033[1m";
  private static final String RED = "\033[31m";
  private static final String DEFAULT = "\033[0m";

  private final Terminal terminal;
  private int height;

  /** A block of nothing at the end of that terminal. */
  public Block(Terminal terminal) {
    this.terminal = terminal;
  }

  /** What to print to show a run, of which the devices told something, in place of what stands. */
  public String drawn(RunSoFar.Now now) {
    // The last column stays free: what a terminal does at a line that fills it differs.
    List<Line> lines = TerminalView.lines(now, terminal.columns() - 1);
    if (terminal.rows() > 0) {
      // What has left the screen at the top could not be written over.
      lines = lines.subList(0, Math.min(lines.size(), Math.max(1, terminal.rows() - 1)));
    }
    StringBuilder drawn = new StringBuilder(WRAP_OFF).append(top());
    lines.forEach(line -> drawn.append(coloured(line)).append(ERASE_LINE).append('\n'));
    height = lines.size();
    return drawn.append(ERASE_BELOW).append(WRAP_ON).toString();
  }

  /** What to print to be rid of the lines; nothing where there are none. */
  public String erased() {
    String erased = height == 0 ? "" : top() + ERASE_BELOW;
    height = 0;
    return erased;
  }

  private String top() {
    return height == 0 ? "\r" : "\r" + UP.formatted(height);
  }

  private String coloured(Line line) {
    if (!terminal.colour() || line.tone() == Line.Tone.PLAIN) {
      return line.text();
    }
    return (line.tone() == Line.Tone.HEAD ? BOLD : RED) + line.text() + DEFAULT;
  }
}
