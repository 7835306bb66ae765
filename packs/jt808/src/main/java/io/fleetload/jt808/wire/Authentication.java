// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * A terminal says that it is registered (0x0102).
 *
 * @param code what the reply to its registration gave it, at most 255 bytes in 2019
 * @param imei of its modem, at most 15 characters; not in 2013
 * @param software its version, at most 20 bytes in GBK; not in 2013
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record Authentication(byte[] code, String imei, String software) {
  private static final int IMEI_BYTES = 15;
  private static final int SOFTWARE_BYTES = 20;

  /** The longest code in bytes; in 2013 it is as long as a body. */
  public static final int LONGEST_CODE = 0xff;

  /**
   * Writes it.
   *
   * @throws IllegalArgumentException if a part is longer than its place
   */
  public void write(FrameWriter to) {
    if (to.version() == Version.V2013) {
      to.bytes(code);
      return;
    }
    if (code.length > LONGEST_CODE) {
      throw new IllegalArgumentException(
          "an authentication code of " + code.length + " bytes; the longest has " + LONGEST_CODE);
    }
    to.u8(code.length).bytes(code).text(imei, IMEI_BYTES).text(software, SOFTWARE_BYTES);
  }

  /** Reads a body; empty if it is not an authentication. */
  public static Optional<Authentication> read(Body from) {
    if (from.version() == Version.V2013) {
      return Optional.of(new Authentication(from.rest(), "", ""));
    }
    Authentication read =
        new Authentication(from.bytes(from.u8()), from.text(IMEI_BYTES), from.text(SOFTWARE_BYTES));
    return from.isDone() ? Optional.of(read) : Optional.empty();
  }
}
