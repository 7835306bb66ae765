// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever arrives: nothing is thrown, little is held, and the next good frame is read. */
class BrokenStreamsTest {
  private static final int EACH = 25_000;
  private static final int DATAGRAM = 1_472;
  private static final int MOST_HELD = 16_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aReaderBearsAnyBytes(long seed) {
    Random random = new Random(seed);
    Victim victim = new Victim();
    for (int i = 0; i < EACH; i++) {
      victim.reader.read(ByteBuffer.wrap(broken(random)));

      assertThat(victim.reader.held()).isLessThanOrEqualTo(FrameReader.MOST_HELD);
      assertThat(victim.fragments.held()).isLessThanOrEqualTo(MOST_HELD);
    }
    // Faults and frames must both have been met, or this test tests nothing.
    assertThat(victim.faults).isGreaterThan(EACH / 2);
    assertThat(victim.frames).isGreaterThan(EACH / 10);

    int before = victim.frames;
    victim.reader.read(ByteBuffer.wrap(new byte[] {FrameWriter.FLAG, FrameWriter.FLAG}));
    victim.reader.read(ByteBuffer.wrap(good(random)));
    assertThat(victim.frames).isGreaterThan(before);
  }

  private static byte[] broken(Random random) {
    byte[] bytes = random.nextInt(4) == 0 ? new byte[random.nextInt(DATAGRAM)] : good(random);
    switch (random.nextInt(5)) {
      case 0 -> random.nextBytes(bytes);
      case 1 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 2 -> {
        // A good frame whose checksum is right, and whose content is noise.
        byte[] noise = new byte[random.nextInt(FrameWriter.LONGEST_BODY)];
        random.nextBytes(noise);
        return noisy(random, noise);
      }
      default -> {
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return bytes;
  }

  private static byte[] noisy(Random random, byte[] noise) {
    RandomMessages messages = new RandomMessages(random);
    FrameWriter writer = new FrameWriter();
    writer.begin(messages.next().id(), messages.phone, random.nextInt());
    if (random.nextBoolean()) {
      writer.fragment(random.nextInt(0x10000), random.nextInt(0x10000));
    }
    writer.bytes(noise).end();
    return Wire.copy(writer.take());
  }

  private static byte[] good(Random random) {
    RandomMessages messages = new RandomMessages(random);
    FrameWriter writer = new FrameWriter(1 + random.nextInt(FrameWriter.LONGEST_BODY));
    RandomMessages.Message message = messages.next();
    writer.begin(message.id(), messages.phone, random.nextInt());
    AnyContent.writer(message.content()).accept(writer);
    writer.end();
    return Wire.copy(writer.take());
  }

  private static final class Victim implements FrameReader.Listener {
    private final FrameReader reader = new FrameReader(new Frame(), this);
    private final Fragments fragments = new Fragments(8, MOST_HELD);
    private int frames;
    private int faults;

    @Override
    public void received(Frame frame) {
      frames++;
      // Read as every message there is, not only as the one that it says it is.
      AnyContent.readers().forEach(each -> assertThat(each.apply(frame.body())).isNotNull());
      assertThat(frame.phone().toString()).isNotEmpty();
      if (frame.isFragment()) {
        fragments.add(frame);
        assertThat(fragments.missing()).hasSizeLessThanOrEqualTo(8);
      }
    }

    @Override
    public void faulty(FrameFault fault) {
      faults++;
    }
  }
}
