// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

/** The text of a script with a place in it, which moves over whole texts, comments and brackets. */
final class ScriptText {
  private final String text;
  private int place;
  private int line = 1;

  ScriptText(String text) {
    this.text = text;
  }

  boolean isAtEnd() {
    return place >= text.length();
  }

  /** Line of the place, from 1. */
  int line() {
    return line;
  }

  boolean at(char wanted) {
    return !isAtEnd() && text.charAt(place) == wanted;
  }

  boolean at(String wanted) {
    return text.startsWith(wanted, place);
  }

  /** Moves by a character, and returns it. */
  char next() {
    char c = text.charAt(place++);
    line += c == '\n' ? 1 : 0;
    return c;
  }

  /** The text from the place on. */
  CharSequence rest() {
    return text.subSequence(place, text.length());
  }

  /** Moves by so many characters. */
  void move(int characters) {
    for (int i = 0; i < characters && !isAtEnd(); i++) {
      next();
    }
  }

  /** Moves over blanks and comments. */
  void skipBlanks() {
    while (!isAtEnd()) {
      if (Character.isWhitespace(text.charAt(place))) {
        next();
      } else if (!skipComment()) {
        return;
      }
    }
  }

  private boolean skipComment() {
    if (at("//")) {
      while (!isAtEnd() && !at('\n')) {
        next();
      }
      return true;
    }
    if (at("/*")) {
      while (!isAtEnd() && !at("*/")) {
        next();
      }
      for (int i = 0; i < 2 && !isAtEnd(); i++) {
        next();
      }
      return true;
    }
    return false;
  }

  /** Moves over a key of an object, in quotes or not; empty if the place has none. */
  String key() {
    if (at('\'') || at('"')) {
      String quoted = quoted();
      return quoted.substring(1, Math.max(1, quoted.length() - 1));
    }
    StringBuilder key = new StringBuilder();
    while (!isAtEnd() && Character.isJavaIdentifierPart(text.charAt(place))) {
      key.append(next());
    }
    return key.toString();
  }

  private String quoted() {
    StringBuilder quoted = new StringBuilder();
    char quote = next();
    quoted.append(quote);
    while (!isAtEnd()) {
      char c = next();
      quoted.append(c);
      if (c == '\\' && !isAtEnd()) {
        quoted.append(next());
      } else if (c == quote) {
        break;
      }
    }
    return quoted.toString();
  }

  /** Moves over an expression, up to the comma, semicolon or bracket that ends it. */
  String expression() {
    return upTo(false);
  }

  /** Moves over a statement, up to its semicolon or to the next one. */
  String statement() {
    return upTo(true);
  }

  private String upTo(boolean statement) {
    StringBuilder found = new StringBuilder();
    int depth = 0;
    while (!isAtEnd()) {
      char c = text.charAt(place);
      if (skipComment()) {
        continue;
      }
      if (c == '\'' || c == '"' || c == '`') {
        found.append(quoted());
        continue;
      }
      if (c == '/' && isPattern(found)) {
        found.append(pattern());
        continue;
      }
      if ("([{".indexOf(c) >= 0) {
        depth++;
      } else if (")]}".indexOf(c) >= 0) {
        if (depth == 0) {
          if (statement) {
            next();
          }
          return found.toString();
        }
        depth--;
      } else if (depth == 0 && (c == ';' || (!statement && c == ','))) {
        if (statement) {
          next();
        }
        return found.toString();
      } else if (statement && depth == 0 && c == '\n' && isNewStatement()) {
        return found.toString();
      }
      found.append(next());
    }
    return found.toString();
  }

  /** A slash begins a pattern where a value may begin. */
  private static boolean isPattern(StringBuilder before) {
    String text = before.toString().stripTrailing();
    return text.isEmpty() || "(,=:[!&|?{};".indexOf(text.charAt(text.length() - 1)) >= 0;
  }

  private String pattern() {
    StringBuilder pattern = new StringBuilder();
    pattern.append(next());
    boolean inClass = false;
    while (!isAtEnd() && !at('\n')) {
      char c = next();
      pattern.append(c);
      if (c == '\\' && !isAtEnd()) {
        pattern.append(next());
      } else if (c == '[' || c == ']') {
        inClass = c == '[';
      } else if (c == '/' && !inClass) {
        break;
      }
    }
    return pattern.toString();
  }

  /** Returns whether the next line does not go on with what is before it. */
  private boolean isNewStatement() {
    String rest = text.substring(place).stripLeading();
    return rest.isEmpty()
        || Character.isJavaIdentifierStart(rest.charAt(0))
        || rest.startsWith("//")
        || rest.startsWith("/*");
  }
}
