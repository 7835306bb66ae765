// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A value of JavaScript that is written out: an object, a list, a text, a number. Whatever has to
 * be computed is left out, as it is written. Not thread-safe.
 */
final class LiteralReader {
  private static final int DEEPEST = 50;
  private static final String COMPUTED =
      "is computed when the script runs; write what it is as a literal";

  private final ScriptText text;
  private final Map<String, String> constants;

  /**
   * A reader that begins where the text is.
   *
   * @param constants texts and numbers that names of the script have
   */
  LiteralReader(ScriptText text, Map<String, String> constants) {
    this.text = text;
    this.constants = constants;
  }

  /** Reads a value under a name, up to the comma or the bracket behind it. */
  Part value(String name, int depth) {
    text.skipBlanks();
    int line = text.line();
    if (depth < DEEPEST && text.at('{')) {
      return object(name, line, depth);
    }
    if (depth < DEEPEST && text.at('[')) {
      return list(name, line, depth);
    }
    String raw = text.expression().strip();
    String known = literal(raw);
    return known == null ? Part.of(line, name, raw).leaveOut(COMPUTED) : Part.of(line, name, known);
  }

  /** The value of an expression that is a literal or a known name; null for any other. */
  private String literal(String raw) {
    if (raw.matches("-?[0-9][0-9_]*(\\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null")) {
      return raw.replace("_", "");
    }
    if (raw.length() >= 2 && "'\"`".indexOf(raw.charAt(0)) >= 0 && isOneText(raw)) {
      return raw.substring(1, raw.length() - 1).replaceAll("\\\\(.)", "$1");
    }
    return constants.get(raw);
  }

  private static boolean isOneText(String raw) {
    char quote = raw.charAt(0);
    for (int i = 1; i < raw.length() - 1; i++) {
      if (raw.charAt(i) == '\\') {
        i++;
      } else if (raw.charAt(i) == quote || (quote == '`' && raw.startsWith("${", i))) {
        return false;
      }
    }
    return raw.charAt(raw.length() - 1) == quote;
  }

  private Part object(String name, int line, int depth) {
    List<Part> parts = new ArrayList<>();
    text.next();
    while (!text.isAtEnd()) {
      text.skipBlanks();
      if (text.at('}')) {
        text.next();
        break;
      }
      if (text.at(',')) {
        text.next();
        continue;
      }
      parts.add(member(depth));
    }
    return section(name, line, parts, "{}");
  }

  /** An empty one is a value. */
  private Part section(String name, int line, List<Part> parts, String empty) {
    return parts.isEmpty() ? Part.of(line, name, empty) : Part.section(line, name, parts);
  }

  private Part member(int depth) {
    int line = text.line();
    String key = text.key();
    text.skipBlanks();
    if (!key.isEmpty() && text.at(':')) {
      text.next();
      return value(key, depth + 1);
    }
    // A name alone, a spread or a method.
    String rest = text.expression().strip();
    String known = rest.isEmpty() ? constants.get(key) : null;
    return known == null
        ? Part.of(line, key + rest, null).leaveOut(COMPUTED)
        : Part.of(line, key, known);
  }

  private Part list(String name, int line, int depth) {
    List<Part> parts = new ArrayList<>();
    text.next();
    while (!text.isAtEnd()) {
      text.skipBlanks();
      if (text.at(']')) {
        text.next();
        break;
      }
      if (text.at(',')) {
        text.next();
        continue;
      }
      parts.add(value("[" + parts.size() + "]", depth + 1));
    }
    return section(name, line, parts, "[]");
  }
}
