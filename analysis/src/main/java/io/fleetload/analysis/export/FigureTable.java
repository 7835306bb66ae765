// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigurePath;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Every figure of a result as comma-separated values (RFC 4180): run, figure, value, unit, and the
 * ends of its interval of 95 %, empty where an end is not known.
 */
public final class FigureTable {
  private static final String END_OF_LINE = "\r\n";

  private FigureTable() {}

  /**
   * A figure of a result.
   *
   * @param figure its path
   * @param value its value in the unit
   * @param unit the word of its unit
   * @param low the lower end of its interval of 95 %; absent where it is not known
   * @param high the upper end
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FigureRow(String figure, Double value, String unit, Double low, Double high) {}

  /** The figures of a result, in the order of the catalogue. */
  public static List<FigureRow> rows(JsonNode result) {
    List<FigureRow> rows = new ArrayList<>();
    for (FigureKind kind : FigureCatalogue.kinds()) {
      for (FigurePath.FoundFigure each : kind.foundIn(result)) {
        ConfidenceInterval within =
            Objects.requireNonNullElse(each.interval(), new ConfidenceInterval(null, null));
        rows.add(
            new FigureRow(
                each.name(), each.value(), kind.unit().word(), within.low(), within.high()));
      }
    }
    return rows;
  }

  static String of(JsonNode result) {
    StringBuilder table = new StringBuilder("run,figure,value,unit,low,high").append(END_OF_LINE);
    String run = cell(result.path("runId").asText());
    for (FigureRow each : rows(result)) {
      table
          .append(run)
          .append(',')
          .append(cell(each.figure()))
          .append(',')
          .append(number(each.value()))
          .append(',')
          .append(each.unit())
          .append(',')
          .append(number(each.low()))
          .append(',')
          .append(number(each.high()))
          .append(END_OF_LINE);
    }
    return table.toString();
  }

  /** A number as in result.json, and never with an exponent. */
  private static String number(Double value) {
    return value == null ? "" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** A spreadsheet must take no name for a formula, and a terminal none for a command. */
  private static String cell(String text) {
    String shown = text.replaceAll("[\\p{Cntrl}&&[^\r\n]]", "?");
    String plain = shown.matches("(?s)[=+@-].*") ? "'" + shown : shown;
    return plain.matches("[^,\"\r\n]*") ? plain : '"' + plain.replace("\"", "\"\"") + '"';
  }
}
