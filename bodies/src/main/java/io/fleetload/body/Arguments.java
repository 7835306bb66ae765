// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.body.data.Cell;
import io.fleetload.body.data.FaultText;
import java.util.ArrayList;
import java.util.List;

/** The values in the brackets of a placeholder, with commas between; in ' if one has a comma. */
final class Arguments {
  private Arguments() {}

  /**
   * Reads them. All are numbers, or all are booleans, or all are texts; one in quotes is a text.
   *
   * @throws TemplateException with one line if a bracket or a quote is open
   */
  static List<Cell> of(String inside) throws TemplateException {
    int open = inside.indexOf('(');
    if (open < 0) {
      return List.of();
    }
    if (!inside.endsWith(")")) {
      throw wrong(inside, "the closing bracket is missing at the end");
    }
    String all = inside.substring(open + 1, inside.length() - 1);
    List<String> texts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean inQuotes = false;
    for (int i = 0; i < all.length(); i++) {
      char each = all.charAt(i);
      if (each == '\'') {
        inQuotes = !inQuotes;
      } else if (each == ',' && !inQuotes) {
        texts.add(text.toString().strip());
        text.setLength(0);
      } else {
        text.append(each);
      }
    }
    if (inQuotes) {
      throw wrong(inside, "the closing ' is missing");
    }
    if (!all.isBlank()) {
      texts.add(text.toString().strip());
    }
    boolean typed =
        all.indexOf('\'') < 0
            && (texts.stream().allMatch(ValueType.NUMBER::takes)
                || texts.stream().allMatch(ValueType.BOOLEAN::takes));
    return texts.stream()
        .map(each -> new Cell(each, typed ? Cell.Form.JSON : Cell.Form.PLAIN))
        .toList();
  }

  private static TemplateException wrong(String inside, String what) {
    return new TemplateException("{{%s}}: %s".formatted(FaultText.of(inside), what));
  }
}
