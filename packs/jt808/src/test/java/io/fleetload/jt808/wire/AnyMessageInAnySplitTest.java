// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read, whatever it is and however the stream is cut. */
class AnyMessageInAnySplitTest {
  private static final int STREAMS = 100;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void allMessagesOfAStreamAreReadInOrder(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < STREAMS; i++) {
      oneStream(random);
    }
  }

  private static void oneStream(Random random) {
    RandomMessages messages = new RandomMessages(random);
    FrameWriter writer = new FrameWriter(longestBody(random));
    List<Object> sent = new ArrayList<>();
    List<Integer> serials = new ArrayList<>();
    int serial = random.nextInt(0x10000);
    for (int i = 1 + random.nextInt(10); i > 0; i--) {
      RandomMessages.Message each = messages.next();
      sent.add(AnyContent.plain(each));
      writer.begin(each.id(), messages.phone, serial);
      AnyContent.writer(each.content()).accept(writer);
      serial += writer.end();
      serials.add((serial - 1) & 0xffff);
    }
    Receiver receiver = new Receiver(messages.phone);
    cut(writer.take(), random, receiver.reader);

    assertThat(receiver.faults).isEmpty();
    assertThat(receiver.ofOthers).isZero();
    assertThat(receiver.serials).isEqualTo(serials);
    assertThat(receiver.received).isEqualTo(sent);
    assertThat(receiver.reader.held()).isZero();
    assertThat(receiver.fragments.held()).isZero();
  }

  private static int longestBody(Random random) {
    return random.nextInt(3) == 0 ? FrameWriter.LONGEST_BODY : 1 + random.nextInt(200);
  }

  private static void cut(ByteBuffer stream, Random random, FrameReader reader) {
    int most = 1 + random.nextInt(random.nextBoolean() ? 8 : 2_000);
    while (stream.hasRemaining()) {
      int length = Math.min(stream.remaining(), 1 + random.nextInt(most));
      reader.read(stream.slice(stream.position(), length));
      stream.position(stream.position() + length);
    }
  }

  /** Seeds that always run, and one that is new each time; the test's name has it. */
  static LongStream seeds() {
    return LongStream.of(1, 2, 3, 4, 5, new Random().nextLong());
  }

  private static final class Receiver implements FrameReader.Listener {
    private final Phone phone;
    private final FrameReader reader = new FrameReader(new Frame(), this);
    private final Fragments fragments = new Fragments(1, 1_000_000);
    private final List<Object> received = new ArrayList<>();
    private final List<Integer> serials = new ArrayList<>();
    private final List<FrameFault> faults = new ArrayList<>();
    private int ofOthers;

    Receiver(Phone phone) {
      this.phone = phone;
    }

    @Override
    public void received(Frame frame) {
      ofOthers += frame.isOf(phone) ? 0 : 1;
      if (!frame.isFragment()) {
        take(frame, frame.body());
      } else {
        fragments.add(frame).ifPresent(whole -> take(frame, whole));
      }
    }

    private void take(Frame frame, Body body) {
      received.add(
          AnyContent.plain(
              new RandomMessages.Message(frame.id(), AnyContent.read(frame.id(), body))));
      serials.add(frame.serial());
    }

    @Override
    public void faulty(FrameFault fault) {
      faults.add(fault);
    }
  }
}
