// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A value of a user's: of a file of data, or of a choice.
 *
 * @param text what was written
 * @param json whether it stands in JSON as it is, without quotes
 */
public record Cell(String text, boolean json) {
  static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  static final Pattern BOOLEAN = Pattern.compile("true|false");

  /** Values of one list: numbers or booleans where all of them are, otherwise texts. */
  public static List<Cell> column(List<String> texts) {
    boolean typed = all(texts, NUMBER) || all(texts, BOOLEAN);
    List<Cell> cells = new ArrayList<>(texts.size());
    texts.forEach(each -> cells.add(new Cell(each, typed)));
    return cells;
  }

  private static boolean all(List<String> texts, Pattern form) {
    return texts.stream().allMatch(each -> form.matcher(each).matches());
  }

  public byte[] encoded(Place place) {
    return json && place == Place.JSON_VALUE
        ? text.getBytes(StandardCharsets.UTF_8)
        : place.encoded(text);
  }
}
