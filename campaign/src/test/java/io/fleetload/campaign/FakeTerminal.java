// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A terminal of a width and a height that does what the few codes say that the product uses, and
 * refuses all others. Unlike the product it does not know how high a block is.
 */
public final class FakeTerminal {
  private static final Pattern CODE = Pattern.compile("\033\\[(\\??\\d*)([A-Za-z])");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int columns;
  private final int rows;
  private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
  private final Set<String> colours = new TreeSet<>();
  private int row;
  private int column;
  private boolean wraps = true;

  public FakeTerminal(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What goes to it. */
  public PrintStream stream() {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Its window is made narrower: what does not fit any more goes on in a line of its own. */
  public void narrowed(int to) {
    take();
    List<StringBuilder> broken = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < lines.size(); i++) {
      at = i == row ? broken.size() : at;
      String rest = lines.get(i).toString();
      do {
        int end = Math.min(to, rest.length());
        broken.add(new StringBuilder(rest.substring(0, end)));
        rest = rest.substring(end);
      } while (!rest.isEmpty());
    }
    row = at;
    lines.clear();
    lines.addAll(broken);
    columns = to;
  }

  /** What a person types is shown by the terminal itself. */
  public void echo(String text) {
    take();
    print(text);
  }

  /** What has been on it from its first line to the cursor's, without blanks at line ends. */
  public List<String> shown() {
    take();
    List<String> shown = new ArrayList<>();
    lines.forEach(line -> shown.add(line.toString().stripTrailing()));
    while (!shown.isEmpty() && shown.get(shown.size() - 1).isEmpty()) {
      shown.remove(shown.size() - 1);
    }
    return shown;
  }

  /** Which colours and weights were used. */
  public Set<String> colours() {
    take();
    return colours;
  }

  /** Whether a program that follows finds it as if nobody had been there. */
  public boolean isClean() {
    take();
    return wraps && column == 0 && row == shown().size();
  }

  private void take() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    Matcher code = CODE.matcher(text);
    int at = 0;
    while (code.find()) {
      print(text.substring(at, code.start()));
      obey(code.group(1), code.group(2));
      at = code.end();
    }
    print(text.substring(at));
  }

  private void print(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\r') {
        column = 0;
      } else if (c == '\n') {
        newLine();
      } else if (c < ' ') {
        throw new IllegalArgumentException("an unknown control character: " + (int) c);
      } else {
        put(c);
      }
    }
  }

  private void put(char c) {
    if (column == columns && wraps) {
      newLine();
    }
    int at = Math.min(column, columns - 1);
    StringBuilder line = lines.get(row);
    while (line.length() <= at) {
      line.append(' ');
    }
    line.setCharAt(at, c);
    column = at + 1;
  }

  private void newLine() {
    column = 0;
    row++;
    if (row == lines.size()) {
      lines.add(new StringBuilder());
    }
  }

  private void obey(String argument, String command) {
    switch (command) {
      // What has scrolled out at the top cannot be reached.
      case "A" ->
          row = Math.max(Math.max(0, lines.size() - rows), row - Integer.parseInt(argument));
      case "K" -> eraseToEnd();
      case "J" -> {
        eraseToEnd();
        lines.subList(row + 1, lines.size()).clear();
      }
      case "h", "l" -> {
        if (!argument.equals("?7")) {
          throw new IllegalArgumentException("an unknown mode: " + argument);
        }
        wraps = command.equals("h");
      }
      case "m" -> colours.add(argument);
      default -> throw new IllegalArgumentException("an unknown code: " + argument + command);
    }
  }

  private void eraseToEnd() {
    StringBuilder line = lines.get(row);
    line.setLength(Math.min(line.length(), column));
  }
}
