// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import io.fleetload.mqtt.packet.PacketReader.Peer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Writes random packets of one side, and says as texts what was written. */
final class RandomPackets {
  private static final int LONG_TEXT = 300;

  /** Bytes of properties that an alias does not make too long for a length of one byte. */
  private static final int ONE_BYTE_LENGTHS = 0x80 - 3;

  private final Random random;
  private final Peer peer;
  private final MqttVersion version;
  private final PacketWriter writer;
  private final PacketTexts model = new PacketTexts();

  RandomPackets(Random random, Peer peer, MqttVersion version, PacketWriter writer) {
    this.random = random;
    this.peer = peer;
    this.version = version;
    this.writer = writer;
  }

  /** Both versions in turn. */
  static MqttVersion version(int turn) {
    return turn % 2 == 0 ? MqttVersion.V3 : MqttVersion.V5;
  }

  /** Both sides in turn. */
  static Peer peer(int turn) {
    return turn % 2 == 0 ? Peer.CLIENT : Peer.SERVER;
  }

  List<String> texts() {
    return model.texts;
  }

  /** The packet that a connection begins with. */
  void first() {
    if (peer == Peer.CLIENT) {
      connect();
    } else {
      boolean present = random.nextBoolean();
      ConnAckPacket packet =
          new ConnAckPacket(
              present,
              present || random.nextBoolean() ? 0 : refusal(),
              properties(PacketType.CONNACK));
      writer.connAck(version, packet);
      model.connAck(packet);
    }
  }

  /** Any packet that may follow others. */
  void next() {
    int kind = random.nextInt(10);
    if (kind < 5) {
      publish();
    } else if (kind < 7) {
      acknowledgement();
    } else if (kind == 7) {
      PacketType type = peer == Peer.CLIENT ? PacketType.PINGREQ : PacketType.PINGRESP;
      writer.ping(type);
      model.ping(type);
    } else if (peer == Peer.CLIENT) {
      request(kind == 8);
    } else {
      answer(kind == 8 ? PacketType.SUBACK : PacketType.UNSUBACK);
    }
  }

  /** The packet that a connection ends with, where that side has one. */
  void last() {
    if (version == MqttVersion.V5) {
      int reason = random.nextInt(3) == 0 ? 0 : 0x80 + random.nextInt(32);
      PropertyBlock properties = properties(PacketType.DISCONNECT);
      writer.disconnect(version, reason, properties);
      model.disconnect(reason, properties);
    } else if (peer == Peer.CLIENT) {
      writer.disconnect(version, 0, PropertyBlock.EMPTY);
      model.disconnect(0, PropertyBlock.EMPTY);
    }
  }

  private void connect() {
    boolean clean = random.nextBoolean();
    Will will =
        random.nextBoolean()
            ? null
            : new Will(
                topic(),
                bytes(),
                random.nextInt(3),
                random.nextBoolean(),
                properties(PacketType.RESERVED));
    String user = random.nextBoolean() ? null : text();
    ConnectPacket packet =
        new ConnectPacket(
            version,
            clean,
            random.nextInt(0x10000),
            "c" + text(),
            will,
            user,
            user == null || random.nextBoolean() ? null : bytes(),
            properties(PacketType.CONNECT));
    writer.connect(packet);
    model.connect(packet);
  }

  private void publish() {
    int qos = random.nextInt(3);
    boolean dup = qos > 0 && random.nextBoolean();
    int id = qos == 0 ? 0 : id();
    MqttPublish message =
        new MqttPublish(
            topic(), bytes(), qos, random.nextBoolean(), withoutAlias(PacketType.PUBLISH));
    int alias = version == MqttVersion.V5 && random.nextBoolean() ? id() : 0;
    boolean noTopic = alias != 0 && random.nextBoolean();
    writer.publish(version, message, id, dup, alias, noTopic);
    PropertyBlock.Builder all = PropertyBlock.builder();
    if (alias != 0) {
      all.number(MqttProperty.ALIAS, alias);
    }
    PropertyBlock properties = all.all(message.properties()).build();
    model.texts.add(
        PacketTexts.publish(
            noTopic ? "" : message.topic(),
            qos,
            message.retain(),
            dup,
            id,
            PacketTexts.properties(properties),
            message.payload()));
  }

  private void acknowledgement() {
    PacketType type =
        switch (random.nextInt(4)) {
          case 0 -> PacketType.PUBACK;
          case 1 -> PacketType.PUBREC;
          case 2 -> PacketType.PUBREL;
          default -> PacketType.PUBCOMP;
        };
    int id = id();
    boolean newer = version == MqttVersion.V5;
    int reason = newer && random.nextBoolean() ? random.nextInt(0xa3) : 0;
    PropertyBlock properties = random.nextBoolean() ? PropertyBlock.EMPTY : properties(type);
    writer.acknowledgement(version, type, id, reason, properties);
    model.acknowledgement(type, id, reason, properties);
  }

  private void request(boolean subscribes) {
    int id = id();
    PropertyBlock properties =
        properties(subscribes ? PacketType.SUBSCRIBE : PacketType.UNSUBSCRIBE);
    if (subscribes) {
      List<TopicSubscription> filters = several(this::subscription);
      writer.subscribe(version, id, filters, properties);
      model.subscribe(id, filters, properties);
    } else {
      List<String> filters = several(this::filter);
      writer.unsubscribe(version, id, filters, properties);
      model.unsubscribe(id, filters, properties);
    }
  }

  private void answer(PacketType type) {
    int id = id();
    boolean without = type == PacketType.UNSUBACK && version == MqttVersion.V3;
    List<Integer> codes = without ? List.of() : several(() -> code(type));
    PropertyBlock properties = properties(type);
    writer.subscriptionAnswer(version, type, id, codes, properties);
    model.subscriptionAnswer(type, id, codes, properties);
  }

  private int code(PacketType type) {
    int good = type == PacketType.SUBACK ? random.nextInt(3) : 0x11;
    return random.nextInt(3) == 0 ? 0x80 : good;
  }

  private int refusal() {
    return 1 + random.nextInt(5) + (version == MqttVersion.V3 ? 0 : 0x80);
  }

  private TopicSubscription subscription() {
    if (version == MqttVersion.V3) {
      return TopicSubscription.of(filter(), random.nextInt(3));
    }
    return new TopicSubscription(
        filter(), random.nextInt(3), random.nextBoolean(), random.nextBoolean(), random.nextInt(3));
  }

  private String filter() {
    return switch (random.nextInt(4)) {
      case 0 -> "#";
      case 1 -> "+/" + topic() + "/+";
      case 2 -> topic() + "/#";
      default -> topic();
    };
  }

  private <T> List<T> several(Supplier<T> each) {
    List<T> all = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      all.add(each.get());
    }
    return all;
  }

  private int id() {
    return 1 + random.nextInt(0xffff);
  }

  private String topic() {
    return "t/" + text();
  }

  private String text() {
    int length = random.nextInt(random.nextInt(8) == 0 ? LONG_TEXT : 12);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(
          switch (random.nextInt(12)) {
            case 0 -> 0xe9;
            case 1 -> 0x6c49;
            case 2 -> 0x1f69a;
            default -> 'a' + random.nextInt(26);
          });
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 20_000 : 60)];
    random.nextBytes(bytes);
    return bytes;
  }

  private PropertyBlock withoutAlias(PacketType place) {
    return properties(place, MqttProperty.ALIAS);
  }

  private PropertyBlock properties(PacketType place) {
    return properties(place, null);
  }

  private PropertyBlock properties(PacketType place, MqttProperty without) {
    if (version == MqttVersion.V3 || random.nextInt(3) == 0) {
      return PropertyBlock.EMPTY;
    }
    PropertyBlock.Builder all = PropertyBlock.builder();
    List<MqttProperty> order = new ArrayList<>(List.of(MqttProperty.values()));
    Collections.shuffle(order, random);
    for (MqttProperty each : order) {
      if (each.isIn(place) && each != without && random.nextBoolean()) {
        for (int i = each.mayRepeatIn(place) ? random.nextInt(3) : 0; i >= 0; i--) {
          add(all, each);
        }
      }
    }
    // Netty loses a last property that is as short as a length of two bytes or more before it.
    boolean isLong = all.build().size() >= ONE_BYTE_LENGTHS;
    return isLong ? all.user("the", "last").build() : all.build();
  }

  private void add(PropertyBlock.Builder all, MqttProperty property) {
    switch (property.form()) {
      case FLAG -> all.number(property, random.nextInt(2));
      case TWO_BYTES, TWO_BYTES_FROM_1 -> all.number(property, id());
      case FOUR_BYTES, FOUR_BYTES_FROM_1 ->
          all.number(property, 1 + random.nextInt(Integer.MAX_VALUE));
      case VARIABLE -> all.number(property, 1 + random.nextInt(ByteOutput.LONGEST_VARIABLE));
      case TEXT -> all.text(property, text());
      case BINARY -> all.binary(property, bytes());
      case PAIR -> all.user(text(), text());
    }
  }
}
