// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

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

  Piece sequence() {
    flush();
    return Piece.sequence(List.copyOf(done));
  }

  private void flush() {
    if (same.length() > 0) {
      byte[] bytes = same.toBytes();
      done.add(Piece.of(bytes.length, (values, index, text) -> text.append(bytes)));
      same.clear();
    }
  }
}
