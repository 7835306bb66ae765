// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.MissingValueException;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Place;
import io.fleetload.ngsi.template.data.Values;
import io.fleetload.stamp.AsciiText;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** Placeholders for what the message, its run and the clock say. */
final class MessageValues {
  /** Those that are whole numbers. */
  static final List<String> NUMBERS = List.of("user", "iteration", "n", "index", "epochMillis");

  /** All of them, but for saved variables. */
  static final List<String> NAMES =
      List.of("user", "iteration", "n", "index", "epochMillis", "run", "stamp", "now", "context");

  private static final int MILLIS_A_SECOND = 1_000;

  private MessageValues() {}

  static Arithmetic.Operand number(String name) {
    return switch (name) {
      case "user" -> (values, index) -> values.user();
      case "iteration" -> (values, index) -> values.iteration();
      case "n" -> (values, index) -> values.n();
      case "index" -> (values, index) -> index;
      case "epochMillis" -> (values, index) -> values.epochMillis();
      default -> throw new IllegalArgumentException("no number " + name);
    };
  }

  /**
   * The piece of a placeholder.
   *
   * @param batch whether a stamp has to say of which rendering it is
   */
  static Piece of(String name, Place place, boolean batch) {
    return switch (name) {
      case "run" -> place.quoted((values, index, text) -> text.appendHex(values.run().number()));
      case "stamp" -> place.quoted(batch ? MessageValues::stampOfBatch : MessageValues::stamp);
      case "now" -> place.quoted((values, index, text) -> now(values.epochMillis(), text));
      case "context" -> (values, index, text) -> text.append(place.encoded(values.context()));
      default -> {
        Arithmetic.Operand number = number(name);
        yield (values, index, text) -> text.append(number.of(values, index));
      }
    };
  }

  /** What an answer had in a header. */
  static Piece saved(String variable, Place place) {
    return (values, index, text) -> {
      String value = values.saved(variable);
      if (value == null) {
        throw new MissingValueException(
            MissingValueException.UNSAVED, "nothing was saved as " + variable);
      }
      text.append(place.encoded(value));
    };
  }

  private static void stamp(Values values, int index, AsciiText text) {
    values.stamp().appendTo(text);
  }

  private static void stampOfBatch(Values values, int index, AsciiText text) {
    values.stamp().appendTo(text);
    text.append('.').append(index);
  }

  /** ISO 8601 in UTC, to the millisecond. */
  private static void now(long epochMillis, AsciiText text) {
    int millis = (int) Math.floorMod(epochMillis, (long) MILLIS_A_SECOND);
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(epochMillis, (long) MILLIS_A_SECOND), 0, ZoneOffset.UTC);
    text.append(time.getYear());
    two('-', time.getMonthValue(), text);
    two('-', time.getDayOfMonth(), text);
    two('T', time.getHour(), text);
    two(':', time.getMinute(), text);
    two(':', time.getSecond(), text);
    text.append('.').append((char) ('0' + millis / 100));
    text.append((char) ('0' + millis / 10 % 10)).append((char) ('0' + millis % 10)).append('Z');
  }

  private static void two(char before, int number, AsciiText text) {
    text.append(before).append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
