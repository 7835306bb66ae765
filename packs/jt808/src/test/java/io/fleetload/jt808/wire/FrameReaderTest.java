// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private static final String HEARTBEAT = "7e000200000138000000010003397e";
  private final Wire wire = new Wire();

  @Test
  void aFrameArrivesByteByByte() {
    for (int i = 0; i < HEARTBEAT.length(); i += 2) {
      assertThat(wire.received).isEmpty();
      wire.read(HEARTBEAT.substring(i, i + 2));
    }

    assertThat(wire.only().serial()).isEqualTo(3);
  }

  @Test
  void aReaderHoldsNothingBetweenFrames() {
    wire.read(HEARTBEAT);
    assertThat(wire.reader.held()).isZero();

    wire.read(HEARTBEAT + "7e0002");
    assertThat(wire.reader.held()).isEqualTo(2);

    wire.read(HEARTBEAT.substring(6));
    assertThat(wire.reader.held()).isZero();
    assertThat(wire.received).hasSize(3);
  }

  @Test
  void theLongestFrameFits() {
    Phone phone = Phone.of(Version.V2019, "1");
    FrameWriter writer = new FrameWriter();
    writer.begin(MessageId.TEXT, phone, 1).fragment(2, 1);
    writer.bytes(new byte[FrameWriter.LONGEST_BODY]).end();
    wire.read(Wire.hex(writer.take()));

    assertThat(wire.only().bytes()).hasSize(FrameWriter.LONGEST_BODY);
    assertThat(Frame.LONGEST).isEqualTo(FrameReader.MOST_HELD);
  }

  @Test
  void aFrameThatNeverEndsIsAFaultAndNotHeld() {
    wire.read("7e" + "00".repeat(FrameReader.MOST_HELD));
    assertThat(wire.faults).isEmpty();
    wire.read("00".repeat(5_000));
    assertThat(wire.faults).containsExactly(FrameFault.TOO_LONG);
    assertThat(wire.reader.held()).isZero();

    wire.read("7e" + HEARTBEAT);
    assertThat(wire.received).hasSize(1);
  }

  @Test
  void anEscapeOfSomethingElseIsAFault() {
    wire.read("7e00027d03007e" + HEARTBEAT);

    assertThat(wire.faults).containsExactly(FrameFault.ESCAPE);
    assertThat(wire.received).hasSize(1);
  }

  @Test
  void anEscapeAtTheEndIsAFault() {
    wire.read("7e00027d7e" + HEARTBEAT);

    assertThat(wire.faults).containsExactly(FrameFault.ESCAPE);
    assertThat(wire.received).hasSize(1);
  }

  @Test
  void aLengthThatIsNotTheBodysIsAFault() {
    // The length says 1, and the checksum is right.
    wire.read("7e000200010138000000010003387e" + HEARTBEAT);

    assertThat(wire.faults).containsExactly(FrameFault.LENGTH);
    assertThat(wire.received).hasSize(1);
  }

  @Test
  void aFrameShorterThanAHeaderIsAFault() {
    wire.read("7e007e").read("7e00027d027c7e").read("7e0002400040427e");

    assertThat(wire.faults)
        .containsExactly(FrameFault.LENGTH, FrameFault.LENGTH, FrameFault.CHECKSUM);
  }

  @Test
  void aFragmentBeyondTheTotalIsAFault() {
    Phone phone = Phone.of(Version.V2013, "1");
    FrameWriter writer = new FrameWriter();
    writer.begin(MessageId.TEXT, phone, 1).fragment(2, 3).end();
    writer.begin(MessageId.TEXT, phone, 1).fragment(2, 0).end();
    wire.read(Wire.hex(writer.take()));

    assertThat(wire.faults).containsExactly(FrameFault.FRAGMENT_NUMBER, FrameFault.FRAGMENT_NUMBER);
  }

  @Test
  void bytesOutsideOfFramesAreOneFaultForAllOfThem() {
    wire.read("6868").read("6868" + HEARTBEAT + "68" + HEARTBEAT);

    assertThat(wire.faults).containsExactly(FrameFault.OUTSIDE_A_FRAME, FrameFault.OUTSIDE_A_FRAME);
    assertThat(wire.received).hasSize(2);
  }

  @Test
  void aReaderThatBeganInTheMiddleFindsTheNextFrame() {
    wire.read(HEARTBEAT.substring(8) + HEARTBEAT + HEARTBEAT);

    assertThat(wire.received).hasSize(2);
  }

  @Test
  void aResetByTheListenerDropsWhatFollows() {
    List<Integer> serials = new ArrayList<>();
    FrameReader[] reader = new FrameReader[1];
    reader[0] =
        new FrameReader(
            new Frame(),
            new FrameReader.Listener() {
              @Override
              public void received(Frame frame) {
                serials.add(frame.serial());
                reader[0].reset();
              }

              @Override
              public void faulty(FrameFault fault) {
                throw new AssertionError(fault);
              }
            });
    ByteBuffer twice = ByteBuffer.wrap(Wire.bytes(HEARTBEAT + HEARTBEAT + "7e00"));
    reader[0].read(twice);
    assertThat(twice.hasRemaining()).isFalse();
    assertThat(reader[0].held()).isZero();
    reader[0].read(ByteBuffer.wrap(Wire.bytes(HEARTBEAT)));

    assertThat(serials).hasSize(2);
  }

  @Test
  void twoReadersShareOneFrame() {
    Frame shared = new Frame();
    FrameReader one = new FrameReader(shared, wire);
    FrameReader other = new FrameReader(shared, wire);
    one.read(ByteBuffer.wrap(Wire.bytes(HEARTBEAT.substring(0, 12))));
    other.read(ByteBuffer.wrap(Wire.bytes(HEARTBEAT.substring(0, 20))));
    one.read(ByteBuffer.wrap(Wire.bytes(HEARTBEAT.substring(12))));
    other.read(ByteBuffer.wrap(Wire.bytes(HEARTBEAT.substring(20))));

    assertThat(wire.received).hasSize(2);
    assertThat(wire.faults).isEmpty();
  }
}
