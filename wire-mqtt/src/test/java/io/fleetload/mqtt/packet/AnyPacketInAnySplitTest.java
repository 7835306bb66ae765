// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read, whatever it is and however the stream is cut. */
class AnyPacketInAnySplitTest {
  private static final int STREAMS = 200;
  private static final int PACKETS = 12;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void allPacketsOfAStreamAreReadInOrder(long seed) {
    Random random = new Random(seed);
    PacketWriter writer = new PacketWriter();
    for (int i = 0; i < STREAMS; i++) {
      MqttVersion version = RandomPackets.version(i);
      Peer peer = RandomPackets.peer(i / 2);
      RandomPackets sent = new RandomPackets(random, peer, version, writer);
      sent.first();
      for (int k = random.nextInt(PACKETS); k > 0; k--) {
        sent.next();
      }
      sent.last();

      PacketTexts received = new PacketTexts();
      PacketReader reader = new PacketReader(peer, new PublishView(), received);
      reader.begin(version, Integer.MAX_VALUE);
      cut(writer.take(), random, reader);

      assertThat(received.faults).isEmpty();
      assertThat(received.texts).isEqualTo(sent.texts());
      assertThat(reader.held()).isZero();
    }
  }

  private static void cut(ByteBuffer stream, Random random, PacketReader reader) {
    int most = 1 + random.nextInt(random.nextBoolean() ? 4 : 5_000);
    while (stream.hasRemaining()) {
      int length = Math.min(stream.remaining(), 1 + random.nextInt(most));
      // As the loop's buffer is: shared, and other than where the bytes were written.
      ByteBuffer part = ByteBuffer.allocateDirect(length);
      part.put(stream.slice(stream.position(), length)).flip();
      reader.read(part);
      assertThat(part.hasRemaining()).isFalse();
      stream.position(stream.position() + length);
    }
  }

  /** Seeds that always run, and one that is new each time; the test's name has it. */
  static LongStream seeds() {
    return LongStream.of(1, 2, 3, new Random().nextLong());
  }
}
