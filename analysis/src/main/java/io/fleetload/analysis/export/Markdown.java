// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import java.util.regex.Pattern;

/** Text for a page of Markdown. */
public final class Markdown {
  private Markdown() {}

  /** The same text where it ends no cell of a table and begins no markup. */
  public static String text(String plain) {
    return line(plain).replaceAll("([\\\\`*_<>|\\[\\]#~&])", "\\\\$1");
  }

  /** The same text as code, which ends with it and no cell of a table before. */
  static String code(String plain) {
    String line = line(plain).replace("|", "\\|");
    int longest =
        Pattern.compile("`+")
            .matcher(line)
            .results()
            .mapToInt(it -> it.group().length())
            .max()
            .orElse(0);
    String fence = "`".repeat(longest + 1);
    String edge = line.startsWith("`") || line.endsWith("`") ? " " : "";
    return fence + edge + line + edge + fence;
  }

  private static String line(String plain) {
    return plain.replaceAll("\\p{Cntrl}+", " ");
  }
}
