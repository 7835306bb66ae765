// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A value of a file of data, or of a choice.
 *
 * @param text as it was written
 * @param json whether it is a value of JSON as it is, without quotes
 */
record Cell(String text, boolean json) {
  static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  static final Pattern BOOLEAN = Pattern.compile("true|false");

  /** Values of one list: numbers or booleans if all of them are, otherwise texts. */
  static List<Cell> column(List<String> texts) {
    boolean typed = all(texts, NUMBER) || all(texts, BOOLEAN);
    return texts.stream().map(each -> new Cell(each, typed)).toList();
  }

  private static boolean all(List<String> texts, Pattern form) {
    return texts.stream().allMatch(each -> form.matcher(each).matches());
  }

  byte[] encoded(Place place) {
    return json && (place == BodyPlace.JSON_VALUE || place == BodyPlace.WRITTEN_JSON)
        ? text.getBytes(StandardCharsets.UTF_8)
        : place.encoded(text);
  }
}
