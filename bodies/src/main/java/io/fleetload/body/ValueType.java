// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.fleetload.body.data.Cell;
import io.fleetload.body.data.Column;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The type of JSON that a placeholder gives the values of a column. */
enum ValueType {
  /** A text; in a file of JSON, the type that the value has there. */
  OF_FILE("a value", ""),
  /** A number, digit by digit as in the file. */
  NUMBER("a number", " as number"),
  /** {@code true} or {@code false}. */
  BOOLEAN("true or false", " as boolean"),
  /** Any value of JSON: also null, a list, an object, a text in quotes. */
  JSON("a value of JSON", " as json"),
  /** The same, of a placeholder without quotes in JSON. */
  WITHOUT_QUOTES("a value of JSON", "");

  private static final Pattern NUMBERS =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern BOOLEANS = Pattern.compile("true|false");
  private static final JsonFactory PARSERS = new JsonFactory();

  private final String expected;
  private final String suffix;

  ValueType(String expected, String suffix) {
    this.expected = expected;
    this.suffix = suffix;
  }

  /** The end of a placeholder that has this type. */
  String suffix() {
    return suffix;
  }

  /** Tells what to write in a row that this type does not take, or instead of the type. */
  String remedy(String row) {
    return "write %s in %s; or %s"
        .formatted(
            expected,
            row,
            this == WITHOUT_QUOTES
                ? "put the placeholder in quotes"
                : "leave out \"%s\"".formatted(suffix.strip()));
  }

  /** Returns whether a value can be written as this type. */
  private boolean takes(Cell cell) {
    boolean any = this == JSON || this == WITHOUT_QUOTES;
    return (any && cell.form() != Cell.Form.PLAIN) || takes(cell.text());
  }

  /** The first row with a value that it does not take; empty if it takes all of them. */
  OptionalInt firstRefused(Column column) {
    return this == OF_FILE
        ? OptionalInt.empty()
        : IntStream.range(0, column.rows()).filter(row -> !takes(column.cell(row))).findFirst();
  }

  /** The value as it is written at a place. The type takes it. */
  byte[] encoded(Cell cell, Place place) {
    boolean isValue = place == BodyPlace.JSON_VALUE || place == BodyPlace.WRITTEN_JSON;
    if (!isValue || (this == OF_FILE && cell.form() != Cell.Form.JSON)) {
      return place.encoded(cell.text());
    }
    boolean isText = cell.form() == Cell.Form.STRING && this != NUMBER && this != BOOLEAN;
    return isText
        ? BodyPlace.JSON_VALUE.encoded(cell.text())
        : cell.text().getBytes(StandardCharsets.UTF_8);
  }

  /** The most bytes of a value of a column at a place. */
  int longest(Column column, Place place) {
    int longest = 0;
    for (int row = 0; row < column.rows(); row++) {
      longest = Math.max(longest, encoded(column.cell(row), place).length);
    }
    return longest;
  }

  /** Returns whether a text as it is can be written as this type. */
  boolean takes(String text) {
    return switch (this) {
      case OF_FILE -> true;
      case NUMBER -> NUMBERS.matcher(text).matches();
      case BOOLEAN -> BOOLEANS.matcher(text).matches();
      case JSON, WITHOUT_QUOTES -> NUMBER.takes(text) || BOOLEAN.takes(text) || isJson(text);
    };
  }

  private static boolean isJson(String text) {
    try (JsonParser parser = PARSERS.createParser(text)) {
      boolean any = parser.nextToken() != null;
      parser.skipChildren();
      return any && parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
