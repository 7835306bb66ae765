// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever arrives: nothing is thrown, little is held, and the next good frame is read. */
class BrokenStreamsTest {
  private static final int EACH = 25_000;
  private static final int MODELS = 500;
  private static final int DATAGRAM = 1_472;
  private static final int MOST_HELD = 16_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aReaderBearsAnyBytes(long seed) {
    Random random = new Random(seed);
    Victim victim = new Victim();
    List<byte[]> models = Stream.generate(() -> good(random)).limit(MODELS).toList();
    for (int i = 0; i < EACH; i++) {
      victim.takes(broken(models, random));
    }
    assertThat(victim.mostHeld).isBetween(1, FrameReader.MOST_HELD);
    assertThat(victim.mostHeldOfFragments).isBetween(1, MOST_HELD);
    // All faults, and frames too, must have been met, or this test tests nothing.
    assertThat(victim.faults).containsExactlyInAnyOrder(FrameFault.values());
    assertThat(victim.frames).isGreaterThan(EACH / 10);
    assertThat(victim.contents).isGreaterThan(victim.frames);

    int before = victim.frames;
    victim.takes(new byte[] {FrameWriter.FLAG, FrameWriter.FLAG});
    victim.takes(Wire.bytes("7e000200000138000000010003397e"));
    assertThat(victim.frames).isGreaterThan(before);
  }

  private static byte[] broken(List<byte[]> models, Random random) {
    byte[] model = models.get(random.nextInt(models.size()));
    byte[] bytes = random.nextInt(4) == 0 ? new byte[random.nextInt(DATAGRAM)] : model.clone();
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

  /** The frames of a message, as many as a datagram holds. */
  private static byte[] good(Random random) {
    RandomMessages messages = new RandomMessages(random);
    FrameWriter writer = new FrameWriter(1 + random.nextInt(FrameWriter.LONGEST_BODY));
    RandomMessages.Message message = messages.next();
    writer.begin(message.id(), messages.phone, random.nextInt());
    AnyContent.writer(message.content()).accept(writer);
    writer.end();
    byte[] frames = Wire.copy(writer.take());
    return Arrays.copyOf(frames, Math.min(frames.length, DATAGRAM));
  }

  private static final class Victim implements FrameReader.Listener {
    private final FrameReader reader = new FrameReader(new Frame(), this);
    private final Fragments fragments = new Fragments(8, MOST_HELD);
    private int frames;
    private final Set<FrameFault> faults = EnumSet.noneOf(FrameFault.class);
    private long contents;
    private int mostHeld;
    private int mostHeldOfFragments;

    void takes(byte[] bytes) {
      reader.read(ByteBuffer.wrap(bytes));
      mostHeld = Math.max(mostHeld, reader.held());
      mostHeldOfFragments = Math.max(mostHeldOfFragments, fragments.held());
    }

    @Override
    public void received(Frame frame) {
      frames++;
      // Read as every message there is, not only as the one that it says it is.
      for (Function<Body, Optional<?>> each : AnyContent.readers()) {
        contents += each.apply(frame.body()).isPresent() ? 1 : 0;
      }
      contents += frame.phone().toString().length();
      if (frame.isFragment()) {
        fragments.add(frame).ifPresent(whole -> contents += whole.remaining());
        contents += fragments.missing().size();
      }
    }

    @Override
    public void faulty(FrameFault fault) {
      faults.add(fault);
    }
  }
}
