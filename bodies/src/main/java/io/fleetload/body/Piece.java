// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.stamp.AsciiText;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * A part of a template.
 *
 * @param most counts the most bytes that it appends
 * @param writer appends them
 */
record Piece(IntSupplier most, Writer writer) {

  /** Appends the bytes of a piece. */
  @FunctionalInterface
  interface Writer {
    /**
     * Appends them for a message.
     *
     * @param index number of the item in a batch
     * @throws MissingValueException if the message has no value for it
     */
    void append(Values values, int index, AsciiText text) throws MissingValueException;
  }

  static Piece of(int most, Writer writer) {
    return new Piece(() -> most, writer);
  }

  void append(Values values, int index, AsciiText text) throws MissingValueException {
    writer.append(values, index, text);
  }

  /** All of the pieces, in their order. */
  static Piece sequence(List<Piece> pieces) {
    if (pieces.size() == 1) {
      return pieces.get(0);
    }
    Writer[] writers = pieces.stream().map(Piece::writer).toArray(Writer[]::new);
    return new Piece(
        () -> pieces.stream().mapToInt(each -> each.most.getAsInt()).sum(),
        (values, index, text) -> {
          for (Writer each : writers) {
            each.append(values, index, text);
          }
        });
  }

  /** This piece several times, with a comma between and an index of its own each time. */
  Piece repeated(int times) {
    return new Piece(
        () -> times * (most.getAsInt() + 1),
        (values, index, text) -> {
          for (int each = 0; each < times; each++) {
            if (each > 0) {
              text.append(',');
            }
            writer.append(values, each, text);
          }
        });
  }

  /** This piece in quotes if its place is a whole value of JSON; it needs no other change there. */
  Piece quotedAt(Place place) {
    return place == BodyPlace.JSON_VALUE
        ? new Pieces().add('"').add(this).add('"').sequence()
        : this;
  }
}
