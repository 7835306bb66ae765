// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.util.Optional;
import java.util.regex.Pattern;

/** Placeholders that no JSON can have where they are: outside of quotes, or with quotes in them. */
final class QuoteFault {
  private static final int LONGEST_SHOWN = 60;
  private static final Pattern OF_DATA = Pattern.compile("\\{\\{[^.()]+\\.(?!.* as ).*}}");

  private QuoteFault() {}

  /** Describes the first of them. */
  static Optional<String> of(String text) {
    boolean inString = false;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (inString && each == '\\') {
        i++;
      } else if (each == '"') {
        inString = !inString;
      } else if (text.startsWith("{{", i)) {
        int end = text.indexOf("}}", i);
        String shown = end < 0 ? null : text.substring(i, end + 2);
        if (shown == null || shown.length() > LONGEST_SHOWN || shown.lines().count() > 1) {
          return Optional.empty();
        }
        if (!inString) {
          return Optional.of(
              OF_DATA.matcher(shown).matches()
                  ? "write \"%s as number}}\" in quotes, which becomes a number, where %s is"
                      .formatted(shown.substring(0, shown.length() - 2).stripTrailing(), shown)
                  : "%s is not in quotes: write \"%s\", which becomes a number where it is one"
                      .formatted(shown, shown));
        }
        if (shown.replace("\\\"", "").indexOf('"') >= 0) {
          return Optional.of("%s: write ' instead of \" in a placeholder".formatted(shown));
        }
        i = end + 1;
      }
    }
    return Optional.empty();
  }
}
