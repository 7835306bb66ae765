// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mark of a message, read as docs/explanation/measurement.md describes it: of a text, and of a
 * body of 20 bytes and more that begins with {@code 0xf8} to {@code 0xff}.
 *
 * @param run the run's id, as a number: hexadecimal in the text
 * @param flow the flow's name
 * @param measured whether the message was due in the measured phase
 * @param device the device's index
 * @param n the message's number in its flow
 */
record WireStamp(long run, String flow, boolean measured, int device, int n) {
  private static final Pattern TEXT =
      Pattern.compile("fl1:([0-9a-fA-F]{1,8}):([A-Za-z]+):([wm]):(\\d{1,9}):(\\d{1,9}):\\d+:\\d+");
  private static final int COMPACT_BYTES = 20;
  private static final int COMPACT_MARK = 0xf8;

  /** A stamp in 20 bytes has the flow's number instead of its name. */
  private static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");

  /** The stamp of a message's body, or nothing where there is none. */
  static Optional<WireStamp> of(byte[] body) {
    if (body.length >= COMPACT_BYTES && (body[0] & COMPACT_MARK) == COMPACT_MARK) {
      return Optional.of(compact(ByteBuffer.wrap(body)));
    }
    Matcher text = TEXT.matcher(new String(body, StandardCharsets.ISO_8859_1));
    return text.find()
        ? Optional.of(
            new WireStamp(
                run(text.group(1)),
                text.group(2),
                text.group(3).equals("m"),
                Integer.parseInt(text.group(4)),
                Integer.parseInt(text.group(5))))
        : Optional.empty();
  }

  /** A run's id as a number, so that a leading zero or a capital makes no other one of it. */
  static long run(String id) {
    return Long.parseLong(id, 16);
  }

  private static WireStamp compact(ByteBuffer body) {
    int mark = body.get();
    long run = Integer.toUnsignedLong(body.getInt());
    int n = body.getInt();
    int device = (Byte.toUnsignedInt(body.get()) << 16) | Short.toUnsignedInt(body.getShort());
    return new WireStamp(run, FLOWS.get((mark >> 1) & 3), (mark & 1) == 1, device, n);
  }
}
