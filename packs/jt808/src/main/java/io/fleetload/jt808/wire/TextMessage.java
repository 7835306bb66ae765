// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * A text for a terminal (0x8300).
 *
 * @param flags 8 bits: where it is shown or said
 * @param type 1 notice, 2 service; not in 2013
 */
public record TextMessage(int flags, int type, String text) {
  /**
   * Writes it.
   *
   * @throws IllegalArgumentException if GBK does not have one of its characters
   */
  public void write(FrameWriter to) {
    to.u8(flags);
    if (to.version() == Version.V2019) {
      to.u8(type);
    }
    to.text(text);
  }

  /** Reads a body; empty if it is not such a text. */
  public static Optional<TextMessage> read(Body from) {
    int flags = from.u8();
    int type = from.version() == Version.V2019 ? from.u8() : 0;
    TextMessage read = new TextMessage(flags, type, from.text(from.remaining()));
    return from.isDone() ? Optional.of(read) : Optional.empty();
  }
}
