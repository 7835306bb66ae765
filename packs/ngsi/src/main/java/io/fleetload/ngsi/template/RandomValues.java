// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.Cell;
import io.fleetload.ngsi.template.data.Draw;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Place;
import io.fleetload.ngsi.template.data.TemplateException;
import io.fleetload.ngsi.template.data.Values;
import io.fleetload.stamp.AsciiText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Placeholders for values that are drawn. */
final class RandomValues {
  /** How each is written, by its name. */
  static final Map<String, String> FORMS =
      Map.of(
          "int", "int(1,5)",
          "decimal", "decimal(-10,40,1)",
          "choice", "choice(a,b,c)",
          "boolean", "boolean",
          "uuid", "uuid");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");
  private static final int MOST_DIGITS = 9;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final String inside;
  private final Place place;
  private final Draw draw;

  private RandomValues(String inside, Place place, Draw draw) {
    this.inside = inside;
    this.place = place;
    this.draw = draw;
  }

  /** What stands before the arguments. */
  static String name(String inside) {
    int open = inside.indexOf('(');
    return (open < 0 ? inside : inside.substring(0, open)).strip();
  }

  /**
   * The piece of a placeholder.
   *
   * @param inside one whose name is among {@link #FORMS}
   */
  static Piece of(String inside, Place place, Draw draw) throws TemplateException {
    return new RandomValues(inside, place, draw).piece();
  }

  private Piece piece() throws TemplateException {
    List<Cell> arguments = Arguments.of(inside);
    return switch (name(inside)) {
      case "int" -> decimal(arguments, 2, 0);
      case "decimal" -> decimal(arguments, 3, arguments.size() == 3 ? digits(arguments.get(2)) : 0);
      case "choice" -> choice(arguments);
      case "boolean" -> none(arguments, this::truth);
      default -> none(arguments, place.quoted(this::uuid));
    };
  }

  private Piece none(List<Cell> arguments, Piece piece) throws TemplateException {
    if (!arguments.isEmpty()) {
      throw wrong("it takes no values");
    }
    return piece;
  }

  private int digits(Cell argument) throws TemplateException {
    String text = argument.text();
    if (text.length() != 1 || text.charAt(0) < '0' || text.charAt(0) > '9') {
      throw wrong("the third value is how many decimals, 0 to " + MOST_DIGITS);
    }
    return text.charAt(0) - '0';
  }

  /** Numbers of so many decimals, from the first argument to the second, both of them included. */
  private Piece decimal(List<Cell> arguments, int count, int digits) throws TemplateException {
    if (arguments.size() != count) {
      throw wrong("it takes %d values, not %d".formatted(count, arguments.size()));
    }
    long least = scaled(arguments.get(0), digits);
    long span = scaled(arguments.get(1), digits) - least + 1;
    if (span < 1) {
      throw wrong("the first value is larger than the second");
    }
    long one = BigDecimal.ONE.movePointRight(digits).longValueExact();
    return (values, index, text) -> {
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
    };
  }

  private long scaled(Cell argument, int digits) throws TemplateException {
    if (!NUMBER.matcher(argument.text()).matches()) {
      throw wrong("\"%s\" is no number".formatted(Placeholders.shown(argument.text())));
    }
    try {
      long scaled = new BigDecimal(argument.text()).movePointRight(digits).longValueExact();
      if (Math.abs(scaled) > Long.MAX_VALUE / 4) {
        throw wrong("\"%s\" is too large".formatted(argument.text()));
      }
      return scaled;
    } catch (ArithmeticException e) {
      throw wrong("\"%s\" with %d decimals cannot be drawn".formatted(argument.text(), digits));
    }
  }

  private Piece choice(List<Cell> options) throws TemplateException {
    if (options.isEmpty()) {
      throw wrong("it takes at least one value");
    }
    byte[][] encoded = options.stream().map(each -> each.encoded(place)).toArray(byte[][]::new);
    return (values, index, text) ->
        text.append(encoded[(int) draw.below(encoded.length, values.n(), index)]);
  }

  private void truth(Values values, int index, AsciiText text) {
    text.append(draw.below(2, values.n(), index) == 0 ? "false" : "true");
  }

  /** One of version 4 (RFC 9562, 5.4). */
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
      text.append((char) HEX[(int) (bits >>> shift) & 0xf]);
    }
  }

  private TemplateException wrong(String what) {
    return new TemplateException(
        "{{%s}}: %s; such as {{%s}}"
            .formatted(Placeholders.shown(inside), what, FORMS.get(name(inside))));
  }
}
