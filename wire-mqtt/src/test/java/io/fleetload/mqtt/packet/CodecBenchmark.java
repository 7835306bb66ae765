// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttPublishVariableHeader;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.util.ReferenceCountUtil;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Processor time and garbage of a message of 40 bytes at QoS 1 and of its PUBACK, beside Netty's
 * codec: written and acknowledged as a device does, and received and acknowledged as a backend
 * does. Netty's handlers are in a pipeline with two more that take what comes out of them.
 */
@EnabledIfSystemProperty(named = "bench.packets", matches = "[0-9]+")
@SuppressWarnings("FutureReturnValueIgnored") // the channel is in memory and writes at once
class CodecBenchmark {
  private static final int PACKETS = Integer.getInteger("bench.packets", 1);
  private static final int ROUNDS = 7;

  /** Packets that come by one read. */
  private static final int A_READ = 20;

  private static final String TOPIC = "fleet/device-000001/telemetry";
  private static final byte[] PAYLOAD = new byte[40];

  private final com.sun.management.ThreadMXBean thread =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long seen;

  private final PacketReader.Peer[] peers = PacketReader.Peer.values();
  private final PacketListener counter =
      new PacketListener() {
        @Override
        public void publish(PublishView packet) {
          seen += packet.topic().length() + packet.payloadLength();
        }

        @Override
        public void acknowledgement(PacketType type, int id, int reason, PropertyBlock block) {
          seen += id;
        }

        @Override
        public void faulty(PacketFault fault) {
          throw new AssertionError(fault);
        }
      };

  @Test
  void aMessageAndItsAcknowledgement() {
    for (MqttVersion version : MqttVersion.values()) {
      measure("device " + version, device(version), nettyDevice(version));
      measure("backend " + version, backend(version), nettyBackend(version));
    }
    assertThat(seen).isPositive();
  }

  private void measure(String name, Runnable own, Runnable netty) {
    double[][] nanos = new double[2][ROUNDS];
    double[][] bytes = new double[2][ROUNDS];
    for (int round = -2; round < ROUNDS; round++) {
      for (int way = 0; way < 2; way++) {
        Runnable each = way == 0 ? own : netty;
        long began = thread.getCurrentThreadCpuTime();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < PACKETS; i += A_READ) {
          each.run();
        }
        if (round >= 0) {
          nanos[way][round] = (double) (thread.getCurrentThreadCpuTime() - began) / PACKETS;
          bytes[way][round] = (double) (thread.getCurrentThreadAllocatedBytes() - before) / PACKETS;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: own %.0f ns, %.0f B; Netty %.0f ns, %.0f B%n",
        name,
        median(nanos[0]),
        median(bytes[0]),
        median(nanos[1]),
        median(bytes[1]));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private PacketReader reader(MqttVersion version, int peer) {
    PacketReader reader = new PacketReader(peers[peer], new PublishView(), counter);
    reader.begin(version, 1 << 20);
    reader.begin(version);
    return reader;
  }

  private static ByteBuffer direct(PacketWriter writer) {
    ByteBuffer bytes = writer.take();
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  private static ByteBuffer acknowledgements(MqttVersion version) {
    PacketWriter writer = new PacketWriter();
    for (int id = 1; id <= A_READ; id++) {
      writer.acknowledgement(version, PacketType.PUBACK, id, 0, PropertyBlock.EMPTY);
    }
    return direct(writer);
  }

  private static ByteBuffer messages(MqttVersion version) {
    PacketWriter writer = new PacketWriter();
    for (int id = 1; id <= A_READ; id++) {
      writer.publish(version, MqttPublish.of(TOPIC, PAYLOAD, 1), id, false, 0, false);
    }
    return direct(writer);
  }

  private Runnable device(MqttVersion version) {
    PacketReader reader = reader(version, 1);
    PacketWriter writer = new PacketWriter();
    ByteBuffer answers = acknowledgements(version);
    return () -> {
      for (int id = 1; id <= A_READ; id++) {
        writer.publish(version, MqttPublish.of(TOPIC, PAYLOAD, 1), id, false, 0, false);
        seen += writer.view().remaining();
        writer.clear();
      }
      reader.read(answers.rewind());
    };
  }

  private Runnable backend(MqttVersion version) {
    PacketReader reader = reader(version, 1);
    PacketWriter writer = new PacketWriter();
    ByteBuffer messages = messages(version);
    return () -> {
      reader.read(messages.rewind());
      for (int id = 1; id <= A_READ; id++) {
        writer.acknowledgement(version, PacketType.PUBACK, id, 0, PropertyBlock.EMPTY);
        seen += writer.view().remaining();
        writer.clear();
      }
    };
  }

  private EmbeddedChannel channel(MqttVersion version) {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void write(ChannelHandlerContext context, Object bytes, ChannelPromise done) {
                seen += ((ByteBuf) bytes).readableBytes();
                ReferenceCountUtil.release(bytes);
                done.trySuccess();
              }
            },
            MqttEncoder.INSTANCE,
            new MqttDecoder(1 << 20),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                if (message instanceof MqttPublishMessage publish) {
                  seen += publish.variableHeader().topicName().length();
                  seen += publish.payload().readableBytes();
                } else {
                  seen++;
                }
                ReferenceCountUtil.release(message);
              }
            });
    channel
        .pipeline()
        .write(
            MqttMessageBuilders.connect()
                .clientId("x")
                .protocolVersion(
                    version == MqttVersion.V5
                        ? io.netty.handler.codec.mqtt.MqttVersion.MQTT_5
                        : io.netty.handler.codec.mqtt.MqttVersion.MQTT_3_1_1)
                .build());
    return channel;
  }

  private static ByteBuf pooled(ByteBuffer bytes) {
    return PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes);
  }

  private Runnable nettyDevice(MqttVersion version) {
    EmbeddedChannel channel = channel(version);
    ByteBuf answers = pooled(acknowledgements(version));
    MqttFixedHeader header =
        new MqttFixedHeader(MqttMessageType.PUBLISH, false, MqttQoS.AT_LEAST_ONCE, false, 0);
    return () -> {
      for (int id = 1; id <= A_READ; id++) {
        channel
            .pipeline()
            .write(
                new MqttPublishMessage(
                    header,
                    new MqttPublishVariableHeader(TOPIC, id, MqttProperties.NO_PROPERTIES),
                    Unpooled.wrappedBuffer(PAYLOAD)));
      }
      channel.pipeline().fireChannelRead(answers.retainedDuplicate());
    };
  }

  private Runnable nettyBackend(MqttVersion version) {
    EmbeddedChannel channel = channel(version);
    ByteBuf messages = pooled(messages(version));
    return () -> {
      channel.pipeline().fireChannelRead(messages.retainedDuplicate());
      for (int id = 1; id <= A_READ; id++) {
        channel.pipeline().write(MqttMessageBuilders.pubAck().packetId(id).build());
      }
    };
  }
}
