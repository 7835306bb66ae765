// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Netty's codec reads what this one writes, and the other way round. */
class NettyTest {
  private static final int STREAMS = 300;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void bothReadTheSame(long seed) {
    Random random = new Random(seed);
    PacketWriter writer = new PacketWriter();
    for (int i = 0; i < STREAMS; i++) {
      MqttVersion version = RandomPackets.version(i);
      Peer peer = RandomPackets.peer(i / 2);
      RandomPackets sent = new RandomPackets(random, peer, version, writer);
      sent.first();
      for (int k = random.nextInt(12); k > 0; k--) {
        sent.next();
      }
      sent.last();
      ByteBuffer stream = writer.take();

      try (NettyTexts netty = new NettyTexts(version)) {
        netty.read(stream.duplicate());
        assertThat(netty.failure()).as("%s %s", peer, version).isNull();
        assertThat(netty.texts).isEqualTo(sent.texts());

        PacketTexts received = new PacketTexts();
        PacketReader reader = new PacketReader(peer, new PublishView(), received);
        reader.begin(version, Integer.MAX_VALUE);
        reader.read(netty.again());
        assertThat(received.faults).isEmpty();
        assertThat(received.texts).isEqualTo(sent.texts());
      }
    }
  }

  static LongStream seeds() {
    return LongStream.of(1, 2, 3, new Random().nextLong());
  }
}
