// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/** A message of JT/T 808-2013 or to a terminal, without its flags, escapes and checksum. */
record Jt808Frame(int id, String phone, int serial, ByteBuffer body) {
  private static final byte FLAG = 0x7e;
  private static final byte ESCAPE = 0x7d;
  private static final int HEADER = 12;

  /** The next message; null at the end. */
  static Jt808Frame next(InputStream in) throws IOException {
    if (in.read() < 0) {
      return null;
    }
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int next = in.read(); next != FLAG; next = in.read()) {
      if (next < 0) {
        return null;
      }
      plain.write(next != ESCAPE ? next : in.read() == 2 ? FLAG : ESCAPE);
    }
    byte[] all = plain.toByteArray();
    ByteBuffer header = ByteBuffer.wrap(all);
    String phone = HexFormat.of().formatHex(all, 4, 10).substring(1);
    byte[] body = Arrays.copyOfRange(all, HEADER, all.length - 1);
    return new Jt808Frame(
        header.getShort(0), phone, Short.toUnsignedInt(header.getShort(10)), ByteBuffer.wrap(body));
  }

  void write(OutputStream out) throws IOException {
    int length = body.remaining();
    ByteBuffer plain =
        ByteBuffer.allocate(HEADER + length + 1)
            .putShort((short) id)
            .putShort((short) length)
            .put(HexFormat.of().parseHex("0" + phone))
            .putShort((short) serial)
            .put(body.duplicate());
    int checksum = 0;
    for (int i = 0; i < HEADER + length; i++) {
      checksum ^= plain.get(i);
    }
    plain.put((byte) checksum);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(FLAG);
    for (byte each : plain.array()) {
      boolean escaped = each == FLAG || each == ESCAPE;
      frame.write(escaped ? ESCAPE : each);
      if (escaped) {
        frame.write(each == FLAG ? 2 : 1);
      }
    }
    frame.write(FLAG);
    out.write(frame.toByteArray());
  }
}
