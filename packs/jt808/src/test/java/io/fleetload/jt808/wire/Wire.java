// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/** What a reader was told, copied, and short ways to write and read hexadecimal bytes. */
final class Wire implements FrameReader.Listener {
  final List<Received> received = new ArrayList<>();
  final List<FrameFault> faults = new ArrayList<>();
  final FrameReader reader = new FrameReader(new Frame(), this);

  /** A frame with its body copied. */
  @SuppressWarnings("ArrayRecordComponent") // compared by what it rewrites to
  record Received(
      int id, Phone phone, int encryption, int serial, int total, int number, byte[] bytes) {
    Body body() {
      return new Body(phone.version(), bytes);
    }
  }

  @Override
  public void received(Frame frame) {
    received.add(
        new Received(
            frame.id(),
            frame.phone(),
            frame.encryption(),
            frame.serial(),
            frame.total(),
            frame.number(),
            frame.body().rest()));
  }

  @Override
  public void faulty(FrameFault fault) {
    faults.add(fault);
  }

  Wire read(String hex) {
    reader.read(ByteBuffer.wrap(bytes(hex)));
    return this;
  }

  Received only() {
    if (received.size() != 1 || !faults.isEmpty()) {
      throw new AssertionError("not one frame: " + received + ", faults " + faults);
    }
    return received.get(0);
  }

  static Received only(String hex) {
    return new Wire().read(hex).only();
  }

  static String written(int id, Phone phone, int serial, Consumer<FrameWriter> body) {
    FrameWriter writer = new FrameWriter();
    body.accept(writer.begin(id, phone, serial));
    writer.end();
    return hex(writer.take());
  }

  static String hex(ByteBuffer bytes) {
    return HexFormat.of().formatHex(copy(bytes));
  }

  static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }

  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
