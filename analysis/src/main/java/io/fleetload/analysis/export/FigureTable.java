// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import java.math.BigDecimal;

/** Every figure of a result as comma-separated values (RFC 4180): run, figure, value, unit. */
final class FigureTable {
  private static final String END_OF_LINE = "\r\n";

  private FigureTable() {}

  static String of(JsonNode result) {
    StringBuilder table = new StringBuilder("run,figure,value,unit").append(END_OF_LINE);
    String run = cell(result.path("runId").asText());
    for (FigureKind kind : FigureCatalogue.kinds()) {
      kind.in(result)
          .forEach(
              (name, value) ->
                  table
                      .append(run)
                      .append(',')
                      .append(cell(name))
                      .append(',')
                      // As in result.json, and never with an exponent.
                      .append(BigDecimal.valueOf(value).stripTrailingZeros().toPlainString())
                      .append(',')
                      .append(kind.unit().word())
                      .append(END_OF_LINE));
    }
    return table.toString();
  }

  /** A spreadsheet must take no name for a formula, and a terminal none for a command. */
  private static String cell(String text) {
    String shown = text.replaceAll("[\\p{Cntrl}&&[^\r\n]]", "?");
    String plain = shown.matches("(?s)[=+@-].*") ? "'" + shown : shown;
    return plain.matches("[^,\"\r\n]*") ? plain : '"' + plain.replace("\"", "\"\"") + '"';
  }
}
