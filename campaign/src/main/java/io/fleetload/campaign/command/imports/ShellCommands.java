// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands in a text, as a shell reads them: quotes, line ends behind a backslash, comments. A
 * variable of the shell becomes one of the profile, which has the same form.
 */
final class ShellCommands {
  private final String text;
  private final List<Part> commands = new ArrayList<>();
  private final List<Part> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int line = 1;
  private int wordLine = 1;

  private ShellCommands(String text) {
    this.text = text;
  }

  /** The commands of a text, each with its words. */
  static List<Part> of(String text) {
    ShellCommands reading = new ShellCommands(text);
    reading.read();
    return reading.commands;
  }

  /** A command of these words. */
  static Part of(List<String> words) {
    return command(words.stream().map(each -> Part.of(0, each, null)).toList());
  }

  private static Part command(List<Part> words) {
    return Part.section(words.get(0).line(), words.get(0).name(), words);
  }

  private void read() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i = escaped(i + 1);
      } else if (c == '\'' || c == '"') {
        i = quoted(i + 1, c);
      } else if (c == '#' && !inWord) {
        i = lineEnd(i) - 1;
      } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
        endCommand();
        line += c == '\n' ? 1 : 0;
      } else if (Character.isWhitespace(c)) {
        endWord();
      } else if (c == '$') {
        i = variable(i);
      } else {
        add(c);
      }
    }
    endCommand();
  }

  private int lineEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int escaped(int at) {
    char c = text.charAt(at);
    if (c == '\n') {
      line++;
    } else if (c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n') {
      line++;
      return at + 1;
    } else {
      add(c);
    }
    return at;
  }

  private int quoted(int from, char quote) {
    begin();
    int i = from;
    while (i < text.length() && text.charAt(i) != quote) {
      char c = text.charAt(i);
      if (quote == '"' && c == '\\' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
      } else if (quote == '"' && c == '$') {
        i = variable(i);
      } else {
        line += c == '\n' ? 1 : 0;
        word.append(c);
      }
      i++;
    }
    return i;
  }

  /** The name behind a dollar, in braces or not; the place of its last character. */
  private int variable(int dollar) {
    begin();
    int from = dollar + 1;
    boolean braces = from < text.length() && text.charAt(from) == '{';
    int end = braces ? from + 1 : from;
    while (end < text.length() && isOfName(text.charAt(end))) {
      end++;
    }
    boolean closed = !braces || (end < text.length() && text.charAt(end) == '}');
    String name = text.substring(braces ? from + 1 : from, end);
    if (name.isEmpty() || !closed) {
      word.append('$');
      return dollar;
    }
    word.append("${").append(name).append('}');
    return braces ? end : end - 1;
  }

  private static boolean isOfName(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private void begin() {
    if (!inWord) {
      inWord = true;
      wordLine = line;
    }
  }

  private void add(char c) {
    begin();
    word.append(c);
  }

  private void endWord() {
    if (inWord) {
      words.add(Part.of(wordLine, word.toString(), null));
      word.setLength(0);
      inWord = false;
    }
  }

  private void endCommand() {
    endWord();
    if (!words.isEmpty()) {
      commands.add(command(List.copyOf(words)));
      words.clear();
    }
  }
}
