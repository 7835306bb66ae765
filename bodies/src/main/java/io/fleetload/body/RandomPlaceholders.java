// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.body.data.Cell;
import io.fleetload.body.data.FaultText;
import io.fleetload.stamp.AsciiText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Placeholders for values that are drawn. */
final class RandomPlaceholders {
  /** The written form of each, by its name. */
  static final Map<String, String> FORMS =
      Map.of(
          "int", "int(1,5)",
          "decimal", "decimal(-10,40,1)",
          "choice", "choice(a,b,c)",
          "boolean", "boolean",
          "uuid", "uuid");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");
  private static final int UUID_LENGTH = 36;

  private final String inside;
  private final List<Cell> arguments;
  private final Place place;
  private final Draw draw;

  private RandomPlaceholders(String inside, Place place, Draw draw) throws TemplateException {
    this.inside = inside;
    this.arguments = Arguments.of(inside);
    this.place = place;
    this.draw = draw;
  }

  /** The name before the arguments. */
  static String name(String inside) {
    int open = inside.indexOf('(');
    return (open < 0 ? inside : inside.substring(0, open)).strip();
  }

  /**
   * The piece of a placeholder.
   *
   * @param inside has a name among {@link #FORMS}
   */
  static Piece of(String inside, Place place, Draw draw) throws TemplateException {
    RandomPlaceholders one = new RandomPlaceholders(inside, place, draw);
    return switch (name(inside)) {
      case "int" -> one.decimal(2, 0);
      case "decimal" -> one.decimal(3, one.arguments.size() == 3 ? one.digits() : 0);
      case "choice" -> one.choice();
      case "boolean" -> one.simple(Piece.of("false".length(), one::truth));
      default -> one.simple(Piece.of(UUID_LENGTH, one::uuid).quotedAt(place));
    };
  }

  private Piece simple(Piece piece) throws TemplateException {
    if (!arguments.isEmpty()) {
      throw wrong("it takes no values");
    }
    return piece;
  }

  private int digits() throws TemplateException {
    String text = arguments.get(2).text();
    if (text.length() != 1 || text.charAt(0) < '0' || text.charAt(0) > '9') {
      throw wrong("the third value is how many decimals, 0 to 9");
    }
    return text.charAt(0) - '0';
  }

  /** Numbers of so many decimals, from the first argument to the second, both of them included. */
  private Piece decimal(int count, int digits) throws TemplateException {
    if (arguments.size() != count) {
      throw wrong("it takes %s values, not %s".formatted(count, arguments.size()));
    }
    long least = scaled(arguments.get(0).text(), digits);
    long most = scaled(arguments.get(1).text(), digits);
    if (most < least) {
      throw wrong("the first value is larger than the second");
    }
    long span = most - least + 1;
    long one = BigDecimal.ONE.movePointRight(digits).longValueExact();
    return Piece.of(
        Math.max(length(least, digits), length(most, digits)),
        (values, index, text) -> {
          long drawn = least + draw.below(span, values.n(), index);
          if (drawn < 0) {
            text.append('-');
          }
          long size = Math.abs(drawn);
          text.append(size / one);
          if (digits > 0) {
            text.append('.');
            for (long place = one / 10; place > 0; place /= 10) {
              text.append((char) ('0' + size / place % 10));
            }
          }
        });
  }

  private static int length(long scaled, int digits) {
    return BigDecimal.valueOf(scaled, digits).toPlainString().length();
  }

  private long scaled(String text, int digits) throws TemplateException {
    if (!NUMBER.matcher(text).matches()) {
      throw wrong("\"%s\" is no number".formatted(FaultText.of(text)));
    }
    try {
      long scaled = new BigDecimal(text).movePointRight(digits).longValueExact();
      if (Math.abs(scaled) > Long.MAX_VALUE / 4) {
        throw wrong("\"%s\" is too large".formatted(text));
      }
      return scaled;
    } catch (ArithmeticException e) {
      throw wrong("\"%s\" with %s decimals cannot be drawn".formatted(text, digits));
    }
  }

  private Piece choice() throws TemplateException {
    if (arguments.isEmpty()) {
      throw wrong("it takes at least one value");
    }
    byte[][] encoded =
        arguments.stream()
            .map(each -> ValueType.OF_FILE.encoded(each, place))
            .toArray(byte[][]::new);
    return Piece.of(
        Arrays.stream(encoded).mapToInt(each -> each.length).max().orElseThrow(),
        (values, index, text) ->
            text.append(encoded[(int) draw.below(encoded.length, values.n(), index)]));
  }

  private void truth(Values values, int index, AsciiText text) {
    text.append(draw.below(2, values.n(), index) == 0 ? "false" : "true");
  }

  /** Appends one of version 4 (RFC 9562, 5.4). */
  private void uuid(Values values, int index, AsciiText text) {
    long bits = draw.bits(values.n(), index);
    long high = (bits & ~0xf000L) | 0x4000L;
    long low = (draw.at(0).bits(values.n(), index) & ~(3L << 62)) | (1L << 63);
    hex(high >>> 32, 8, text);
    hex(high >>> 16, 4, text.append('-'));
    hex(high, 4, text.append('-'));
    hex(low >>> 48, 4, text.append('-'));
    hex(low, 12, text.append('-'));
  }

  private static void hex(long bits, int digits, AsciiText text) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      text.append("0123456789abcdef".charAt((int) (bits >>> shift) & 0xf));
    }
  }

  private TemplateException wrong(String what) {
    return new TemplateException(
        "{{%s}}: %s; such as {{%s}}"
            .formatted(FaultText.of(inside), what, FORMS.get(name(inside))));
  }
}
