// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The value that an attribute is compared with: a number, true or false, or any other text, such as
 * an IRI or a time.
 */
final class Operand {
  private final String text;
  private final boolean quoted;
  private final OptionalDouble number;
  private final Optional<Pattern> pattern;
  private final boolean literal;

  /**
   * Reads the text once.
   *
   * @param quoted whether it was in quotes, so that 5 and true are texts
   */
  Operand(String text, boolean quoted) {
    this(text, quoted, false);
  }

  /**
   * Reads the text once.
   *
   * @param literal whether it is true, false or null and no text, as in NGSI-v2
   */
  Operand(String text, boolean quoted, boolean literal) {
    this.literal = literal;
    this.text = text;
    this.quoted = quoted;
    this.number = quoted ? OptionalDouble.empty() : number(text);
    this.pattern = pattern(text);
  }

  private static OptionalDouble number(String text) {
    return text.matches("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  private static Optional<Pattern> pattern(String text) {
    try {
      return Optional.of(Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  boolean equalTo(JsonNode value) {
    if (number.isPresent()) {
      return value.isNumber() && value.doubleValue() == number.getAsDouble();
    }
    if (literal) {
      return (value.isBoolean() || value.isNull()) && value.asText().equals(text);
    }
    if (!quoted && value.isBoolean()) {
      return value.asText().equals(text);
    }
    return value.isTextual() && value.textValue().equals(text);
  }

  boolean comparable(JsonNode value) {
    return number.isPresent() ? value.isNumber() : value.isTextual();
  }

  /** The value's side of it: positive if the value is greater. */
  int compare(JsonNode value) {
    return number.isPresent()
        ? Double.compare(value.doubleValue(), number.getAsDouble())
        : value.textValue().compareTo(text);
  }

  boolean found(JsonNode value) {
    return value.isTextual()
        && pattern.map(it -> it.matcher(value.textValue()).find()).orElse(false);
  }
}
