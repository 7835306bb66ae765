// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.stamp.AsciiText;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** Placeholders for what the message, its run and the clock say. */
final class MessagePlaceholders {
  /** The names of whole numbers. */
  static final List<String> NUMBERS = List.of("user", "iteration", "n", "index", "epochMillis");

  static final List<String> NAMES =
      List.of("user", "iteration", "n", "index", "epochMillis", "run", "stamp", "now");

  private static final int DIGITS = 10;
  private static final int DIGITS_OF_MILLIS = 13;
  private static final int MILLIS_A_SECOND = 1_000;

  /** A stamp without the name of its flow, and one of the flows with short names. */
  private static final int STAMP_AROUND_FLOW = 84;

  private static final int LEAST_STAMP = 96;

  private MessagePlaceholders() {}

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
   * @param flow the name in the stamp
   * @param batch whether a stamp says which item of the batch it is of
   */
  static Piece of(String name, Place place, String flow, boolean batch) {
    return switch (name) {
      case "run" ->
          Piece.of(8, (values, index, text) -> text.appendHex(values.run().number()))
              .quotedAt(place);
      case "stamp" -> stamp(flow, batch).quotedAt(place);
      case "now" ->
          Piece.of(24, (values, index, text) -> now(values.epochMillis(), text)).quotedAt(place);
      default -> {
        Arithmetic.Operand number = number(name);
        yield Piece.of(
            name.equals("epochMillis") ? DIGITS_OF_MILLIS : DIGITS,
            (values, index, text) -> text.append(number.of(values, index)));
      }
    };
  }

  private static Piece stamp(String flow, boolean batch) {
    int most = Math.max(LEAST_STAMP, STAMP_AROUND_FLOW + flow.length());
    return batch
        ? Piece.of(
            most + 1 + DIGITS,
            (values, index, text) -> {
              values.stamp().appendTo(text);
              text.append('.').append(index);
            })
        : Piece.of(most, (values, index, text) -> values.stamp().appendTo(text));
  }

  /** Appends a time of ISO 8601 in UTC, to the millisecond. */
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
    two('.', millis / 10, text);
    text.append((char) ('0' + millis % 10)).append('Z');
  }

  private static void two(char before, int number, AsciiText text) {
    text.append(before).append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
