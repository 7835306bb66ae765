// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of a script: its options as a tree, every other one as a line. */
final class ScriptParts {
  /** The section that has the options. */
  static final String OPTIONS = "options";

  private static final Pattern IS_SCRIPT =
      Pattern.compile(
          "(?m)^\\s*(?:import\\b.*['\"]k6(?:/|['\"])|export\\s+(?:const|let|var)\\s+options\\b|"
              + "(?:module\\.)?exports\\.options\\s*=)");
  private static final Pattern START =
      Pattern.compile(
          "\\s*(?:export\\s+(?:const|let|var)\\s+options|(?:module\\.)?exports\\.options)"
              + "(?:\\s*:\\s*[\\w.]+)?\\s*=");
  private static final Pattern CONSTANT =
      Pattern.compile(
          "\\s*(?:export\\s+)?(?:const|let|var)\\s+([A-Za-z_$][\\w$]*)\\s*=\\s*"
              + "(-?[0-9][0-9_.]*|'[^'\\\\]*'|\"[^\"\\\\]*\")\\s*");
  private static final int LONGEST_LINE = 60;

  private final ScriptText text;
  private final Map<String, String> constants = new HashMap<>();
  private final List<Part> parts = new ArrayList<>();

  private ScriptParts(String text) {
    this.text = new ScriptText(text);
  }

  /** Returns whether a text is a script that has options. */
  static boolean isScript(String text) {
    return IS_SCRIPT.matcher(text).find();
  }

  /** Reads a script. */
  static Part of(String script) {
    ScriptParts reading = new ScriptParts(script);
    reading.read(script);
    return Part.section(1, "", reading.parts);
  }

  private void read(String script) {
    Matcher constant = CONSTANT.matcher("");
    // A constant may be behind the options.
    ScriptText first = new ScriptText(script);
    while (!first.isAtEnd()) {
      first.skipBlanks();
      String statement = first.statement();
      if (constant.reset(statement).matches()) {
        String value = constant.group(2);
        constants.put(
            constant.group(1),
            value.matches("['\"].*") ? value.substring(1, value.length() - 1) : value);
      }
    }
    while (!text.isAtEnd()) {
      text.skipBlanks();
      if (!text.isAtEnd()) {
        statement();
      }
    }
  }

  private void statement() {
    int line = text.line();
    Matcher start = START.matcher(text.rest());
    if (start.lookingAt()) {
      text.move(start.end());
      parts.add(new LiteralReader(text, constants).value(OPTIONS, 0));
      text.statement();
      return;
    }
    String statement = text.statement().strip();
    if (statement.isEmpty()) {
      return;
    }
    String head = statement.lines().findFirst().orElse("").strip();
    Part code =
        Part.of(
            line,
            head.length() <= LONGEST_LINE ? head : head.substring(0, LONGEST_LINE) + "…",
            null);
    parts.add(code);
    if (CONSTANT.matcher(statement).matches()) {
      code.note("a constant, where the options name it");
    }
  }
}
