// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Packets of one side that are good, nearly good, or noise. */
final class BrokenPackets {
  private static final int MODELS = 400;
  private static final int LONGEST_NOISE = 300;

  private final Random random;
  private final List<byte[]> models = new ArrayList<>();

  BrokenPackets(Random random, Peer peer, MqttVersion version) {
    this.random = random;
    PacketWriter writer = new PacketWriter();
    RandomPackets packets = new RandomPackets(random, peer, version, writer);
    for (int i = 0; i < MODELS; i++) {
      int kind = random.nextInt(10);
      if (kind == 0) {
        packets.first();
      } else if (kind == 1) {
        packets.last();
      } else {
        packets.next();
      }
      models.add(PacketTexts.bytes(writer.take()));
    }
  }

  byte[] next() {
    byte[] bytes = models.get(random.nextInt(models.size())).clone();
    switch (random.nextInt(6)) {
      case 0 -> {
        bytes = new byte[1 + random.nextInt(LONGEST_NOISE)];
        random.nextBytes(bytes);
      }
      case 1 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      case 2 -> {
        // A good header, and a body that is noise.
        byte[] noise = new byte[random.nextInt(0x80)];
        random.nextBytes(noise);
        ByteBuffer all = ByteBuffer.allocate(noise.length + 2);
        return all.put(bytes.length == 0 ? 0x30 : bytes[0])
            .put((byte) noise.length)
            .put(noise)
            .array();
      }
      default -> {
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
          // Most rules are about the first bytes.
          int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(40, bytes.length));
          bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return bytes;
  }
}
