// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Map;

/** Looks at the first line of CSV, which has a comma between two names and nothing else. */
final class Separators {
  /** More characters than the names of many columns have. */
  private static final int LONGEST_LINE = 1 << 16;

  private static final Map<Character, String> OTHERS =
      Map.of(';', "semicolons", '\t', "tabs", '|', "vertical bars");

  private Separators() {}

  /**
   * Looks at the first line of a text, and leaves the text at its beginning.
   *
   * @throws DataException if another character than a comma is between the names
   */
  static void check(BufferedReader text) throws IOException, DataException {
    text.mark(LONGEST_LINE);
    int number = 1;
    StringBuilder line = new StringBuilder();
    for (int read = 0; read < LONGEST_LINE; read++) {
      int each = text.read();
      boolean ended = each < 0 || each == '\n' || each == '\r';
      if (each < 0 || (ended && line.length() > 0)) {
        break;
      }
      if (ended) {
        number += each == '\n' ? 1 : 0;
      } else {
        line.append((char) each);
      }
    }
    text.reset();
    check(number, line.toString());
  }

  private static void check(int number, String line) throws DataException {
    boolean inQuotes = false;
    Character other = null;
    for (int i = 0; i < line.length(); i++) {
      char each = line.charAt(i);
      inQuotes ^= each == '"';
      if (each == ',' && !inQuotes) {
        return;
      }
      if (other == null && !inQuotes && OTHERS.containsKey(each)) {
        other = each;
      }
    }
    if (other != null) {
      throw new DataException(
          "write commas between the columns; line %s has %s: \"%s\""
              .formatted(number, OTHERS.get(other), FaultText.of(line)));
    }
  }
}
