// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.MissingValueException;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Values;
import io.fleetload.stamp.AsciiText;
import java.util.ArrayList;
import java.util.List;

/** Pieces one after another; characters that are the same in all messages become one piece. */
final class Pieces {
  private final List<Piece> done = new ArrayList<>();
  private final AsciiText same = new AsciiText();

  Pieces add(byte[] bytes) {
    same.append(bytes);
    return this;
  }

  Pieces add(char character) {
    same.append(character);
    return this;
  }

  Pieces add(Piece piece) {
    flush();
    done.add(piece);
    return this;
  }

  Sequence sequence() {
    flush();
    return new Sequence(List.copyOf(done));
  }

  private void flush() {
    if (same.length() > 0) {
      byte[] bytes = same.toBytes();
      done.add((values, index, text) -> text.append(bytes));
      same.clear();
    }
  }

  /** All pieces, in their order. */
  static final class Sequence implements Piece {
    private final Piece[] pieces;

    private Sequence(List<Piece> pieces) {
      this.pieces = pieces.toArray(Piece[]::new);
    }

    @Override
    public void append(Values values, int index, AsciiText text) throws MissingValueException {
      for (Piece each : pieces) {
        each.append(values, index, text);
      }
    }

    @Override
    public Sequence with(byte[] context) {
      List<Piece> all = new ArrayList<>();
      for (Piece each : pieces) {
        all.add(each.with(context));
      }
      return new Sequence(all);
    }
  }

  /** A piece several times, with a comma between. */
  record Repeated(Piece piece, int times) implements Piece {
    @Override
    public void append(Values values, int index, AsciiText text) throws MissingValueException {
      for (int each = 0; each < times; each++) {
        if (each > 0) {
          text.append(',');
        }
        piece.append(values, each, text);
      }
    }

    @Override
    public Piece with(byte[] context) {
      return new Repeated(piece.with(context), times);
    }
  }

  /** The end of an object that an @context belongs in, and has none of its own. */
  record EndOfObject(boolean first) implements Piece {
    @Override
    public void append(Values values, int index, AsciiText text) {
      // Nothing before somebody says which context.
    }

    @Override
    public Piece with(byte[] context) {
      return (values, index, text) -> {
        if (!first) {
          text.append(',');
        }
        text.append(context);
      };
    }
  }
}
