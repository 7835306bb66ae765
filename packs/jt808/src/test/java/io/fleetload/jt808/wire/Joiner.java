// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A side that receives fragments, and the bodies that it joined of them. */
final class Joiner implements FrameReader.Listener {
  final List<Body> joined = new ArrayList<>();
  final Fragments fragments;
  private final FrameReader reader = new FrameReader(new Frame(), this);

  Joiner() {
    this(4, 100_000);
  }

  Joiner(int mostMessages, int mostBytes) {
    fragments = new Fragments(mostMessages, mostBytes);
  }

  @Override
  public void received(Frame frame) {
    fragments.add(frame).ifPresent(joined::add);
  }

  @Override
  public void faulty(FrameFault fault) {
    throw new AssertionError(fault);
  }

  Joiner read(String hex) {
    return read(ByteBuffer.wrap(Wire.bytes(hex)));
  }

  Joiner read(ByteBuffer bytes) {
    reader.read(bytes);
    return this;
  }

  byte[] onlyBody() {
    if (joined.size() != 1) {
      throw new AssertionError("joined " + joined.size() + " messages");
    }
    return joined.get(0).rest();
  }
}
