// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever arrives: nothing is thrown, little is held, and the first rule broken is named. */
class BrokenPacketsTest {
  private static final int EACH = 25_000;
  private static final int COMPARED = 5_000;
  private static final int LONGEST = 4_096;

  /** Rules that only a session knows to be broken, and one that a recorded exchange breaks. */
  private static final Set<PacketFault> ELSEWHERE =
      EnumSet.of(
          PacketFault.ALIAS,
          PacketFault.RECEIVE_MAXIMUM,
          PacketFault.AUTHENTICATION,
          PacketFault.CLIENT_ID);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aReaderBearsAnyBytes(long seed) {
    Random random = new Random(seed);
    MqttVersion version = RandomPackets.version((int) seed);
    Peer peer = RandomPackets.peer((int) seed / 2);
    BrokenPackets packets = new BrokenPackets(random, peer, version);
    PacketTexts listener = new PacketTexts();
    PacketReader reader = new PacketReader(peer, new PublishView(), listener);
    int mostHeld = 0;
    int received = 0;
    for (int i = 0; i < EACH; i++) {
      int faults = listener.faults.size();
      reader.begin(version, LONGEST);
      if (random.nextInt(8) > 0) {
        reader.begin(version);
      }
      ByteBuffer bytes = ByteBuffer.wrap(packets.next());
      while (bytes.hasRemaining()) {
        int length = Math.min(bytes.remaining(), 1 + random.nextInt(400));
        reader.read(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
        mostHeld = Math.max(mostHeld, reader.held());
      }
      // One rule ends the connection; no second one is reported.
      assertThat(listener.faults.size() - faults).isLessThan(2);
      received += listener.texts.size();
      listener.texts.clear();
    }
    assertThat(mostHeld).isBetween(1, LONGEST);
    assertThat(received).isGreaterThan(EACH / 10);
    assertThat(listener.faults).hasSizeGreaterThan(EACH / 10);
    assertThat(EnumSet.copyOf(listener.faults)).hasSizeGreaterThan(9);
  }

  @Test
  void allRulesAreMetByBrokenPackets() {
    Set<PacketFault> met = EnumSet.noneOf(PacketFault.class);
    for (MqttVersion version : MqttVersion.values()) {
      for (Peer peer : Peer.values()) {
        Random random = new Random(5);
        BrokenPackets packets = new BrokenPackets(random, peer, version);
        PacketTexts listener = new PacketTexts();
        PacketReader reader = new PacketReader(peer, new PublishView(), listener);
        for (int i = 0; i < EACH; i++) {
          reader.begin(version, LONGEST);
          if (random.nextBoolean()) {
            reader.begin(version);
          }
          reader.read(ByteBuffer.wrap(packets.next()));
        }
        met.addAll(listener.faults);
      }
    }
    Set<PacketFault> missed = EnumSet.complementOf(EnumSet.copyOf(met));
    assertThat(ELSEWHERE).containsAll(missed);
  }

  @ParameterizedTest
  @EnumSource(Peer.class)
  void whatNettyAcceptsTooItReadsTheSame(Peer peer) {
    Random random = new Random(7);
    MqttVersion version = MqttVersion.V5;
    BrokenPackets packets = new BrokenPackets(random, peer, version);
    int compared = 0;
    for (int i = 0; i < COMPARED; i++) {
      byte[] bytes = packets.next();
      PacketTexts own = new PacketTexts();
      PacketReader reader = new PacketReader(peer, new PublishView(), own);
      reader.begin(version, LONGEST);
      boolean opens = bytes.length > 0 && (bytes[0] & 0xf0) == (peer == Peer.CLIENT ? 0x10 : 0x20);
      if (!opens) {
        reader.begin(version);
      }
      reader.read(ByteBuffer.wrap(bytes));
      // In longer ones Netty may lose the last property.
      boolean isOnePacket = own.texts.size() == 1 && reader.held() == 0;
      if (own.faults.isEmpty() && isOnePacket && bytes.length < 0x80) {
        try (NettyTexts netty = new NettyTexts(version)) {
          netty.read(ByteBuffer.wrap(bytes));
          if (netty.failure() == null) {
            assertThat(netty.texts).isEqualTo(own.texts);
            compared++;
          } else {
            // It knows fewer codes, and reads behind a DISCONNECT.
            assertThat(own.texts.get(0)).matches("(DISCONNECT|CONNACK|SUBACK|UNSUBACK) .*");
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(COMPARED / 10);
  }
}
