// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import io.fleetload.mqtt.packet.PacketFault.Broken;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the packets in what a connection receives, however it is cut. It holds bytes only while a
 * packet is begun and not ended, at most as many as have come of it. Nothing is thrown, whatever
 * comes: the first rule that the peer breaks is reported, and all that follows is dropped.
 */
public final class PacketReader {
  private static final int LONGEST_HEADER = 5;
  private static final int LEAST_HELD = 64;

  private final Peer peer;
  private final PublishView view;
  private final PacketListener listener;
  private MqttVersion version = MqttVersion.V5;
  private int maximumBytes = Integer.MAX_VALUE;
  private byte[] held;
  private int heldLength;

  /** Length of the fixed header that was read last. */
  private int headerLength;

  private int connections;
  private boolean begun;
  private boolean over = true;

  /** Side of a connection that is read. */
  public enum Peer {
    CLIENT,
    SERVER
  }

  /**
   * A reader of one connection after the other, that reads nothing before {@link #begin}.
   *
   * @param peer who sends the packets
   * @param view where a PUBLISH is read; all readers of a thread may share it, as long as no
   *     listener makes another of them read
   */
  public PacketReader(Peer peer, PublishView view, PacketListener listener) {
    this.peer = peer;
    this.view = view;
    this.listener = listener;
  }

  /**
   * Begins with a new connection, and forgets what was begun. Called by the listener, it also drops
   * the rest of what is being read.
   *
   * @param spoken the version; that of a client is read from its CONNECT
   * @param mostBytes the longest packet that is accepted
   */
  public void begin(MqttVersion spoken, int mostBytes) {
    end();
    version = spoken;
    maximumBytes = mostBytes;
    begun = false;
    over = false;
  }

  /** Goes on as behind the first packet, where that was read elsewhere. */
  void begin(MqttVersion spoken) {
    version = spoken;
    begun = true;
  }

  /** Reads nothing more of this connection. */
  public void end() {
    connections++;
    over = true;
    held = null;
    heldLength = 0;
  }

  /** The version that the connection speaks. */
  public MqttVersion version() {
    return version;
  }

  /** Bytes held of a packet that is begun. */
  int held() {
    return held == null ? 0 : held.length;
  }

  /** Reads all bytes that are left in a buffer. */
  public void read(ByteBuffer received) {
    int connection = connections;
    try {
      while (received.hasRemaining() && !over && connection == connections) {
        readNext(received);
      }
    } catch (Broken e) {
      end();
      listener.faulty(e.fault());
    }
    received.position(received.limit());
  }

  private void readNext(ByteBuffer received) {
    if (held != null) {
      if (complete(received)) {
        ByteBuffer whole = ByteBuffer.wrap(held);
        int length = heldLength;
        held = null;
        packet(whole, 0, length);
      }
      return;
    }
    int from = received.position();
    int length = total(received, from, received.remaining());
    if (length == 0 || length > received.remaining()) {
      heldLength = received.remaining();
      held = new byte[Math.max(heldLength, LEAST_HELD)];
      received.get(held, 0, heldLength);
    } else {
      received.position(from + length);
      packet(received, from, length);
    }
  }

  /** Takes what is missing of the packet that is held; false if still more is. */
  private boolean complete(ByteBuffer received) {
    int length;
    while ((length = total(ByteBuffer.wrap(held), 0, heldLength)) == 0) {
      if (!received.hasRemaining()) {
        return false;
      }
      held[heldLength++] = received.get();
    }
    int count = Math.min(length - heldLength, received.remaining());
    if (heldLength + count > held.length) {
      held = Arrays.copyOf(held, Math.min(length, Math.max(2 * held.length, heldLength + count)));
    }
    received.get(held, heldLength, count);
    heldLength += count;
    return heldLength == length;
  }

  /** Length of a packet with its fixed header; 0 if that is not whole. */
  private int total(ByteBuffer bytes, int from, int available) {
    int first = bytes.get(from) & 0xff;
    requireHeader(first);
    int length = 0;
    for (int i = 1; i < LONGEST_HEADER; i++) {
      if (i == available) {
        return 0;
      }
      int octet = bytes.get(from + i);
      length |= (octet & 0x7f) << (7 * (i - 1));
      if (octet >= 0) {
        if (octet == 0 && i > 1 && version == MqttVersion.V5 && begun) {
          throw PacketFault.LENGTH.broken();
        }
        headerLength = i + 1;
        if (length + headerLength > maximumBytes) {
          throw PacketFault.TOO_LARGE.broken();
        }
        return length + headerLength;
      }
    }
    throw PacketFault.LENGTH.broken();
  }

  private void requireHeader(int first) {
    PacketType type = PacketType.of(first);
    // What a client speaks is known by its CONNECT alone, and that is first.
    MqttVersion spoken = peer == Peer.CLIENT && !begun ? MqttVersion.V5 : version;
    if (!type.comesFrom(peer, spoken)) {
      throw PacketFault.TYPE.broken();
    }
    boolean opens = type == PacketType.CONNECT || type == PacketType.CONNACK;
    if (begun == opens && !(type == PacketType.AUTH && peer == Peer.SERVER)) {
      throw PacketFault.FIRST_PACKET.broken();
    }
    if (type != PacketType.PUBLISH && (first & 0xf) != type.flags()) {
      throw PacketFault.FLAGS.broken();
    }
  }

  private void packet(ByteBuffer bytes, int from, int length) {
    int first = bytes.get(from) & 0xff;
    PacketType type = PacketType.of(first);
    BodyReader body = view.body;
    body.over(bytes, from + headerLength, from + length);
    switch (type) {
      case PUBLISH -> {
        view.read(first, version);
        listener.publish(view);
      }
      case PUBACK, PUBREC, PUBREL, PUBCOMP -> acknowledgement(type, body);
      case PINGREQ, PINGRESP -> {
        body.atEnd();
        listener.ping(type);
      }
      case CONNECT -> connect(body);
      case CONNACK -> connAck(body);
      case SUBSCRIBE -> subscribe(body);
      case UNSUBSCRIBE -> unsubscribe(body);
      case SUBACK, UNSUBACK -> subscriptionAnswer(type, body);
      case DISCONNECT, AUTH -> reasonOnly(type, body);
      case RESERVED -> throw PacketFault.TYPE.broken();
    }
  }

  private PropertyBlock properties(PacketType type, BodyReader body) {
    return version == MqttVersion.V5 ? body.properties(type) : PropertyBlock.EMPTY;
  }

  private PropertyBlock lastProperties(PacketType type, BodyReader body) {
    PropertyBlock all = body.remaining() == 0 ? PropertyBlock.EMPTY : properties(type, body);
    body.atEnd();
    return all;
  }

  private void acknowledgement(PacketType type, BodyReader body) {
    int id = body.packetId();
    int reason = version == MqttVersion.V5 && body.remaining() > 0 ? body.u8() : 0;
    listener.acknowledgement(type, id, reason, lastProperties(type, body));
  }

  private void reasonOnly(PacketType type, BodyReader body) {
    int reason = version == MqttVersion.V5 && body.remaining() > 0 ? body.u8() : 0;
    PropertyBlock properties = lastProperties(type, body);
    if (type == PacketType.AUTH) {
      listener.auth(reason, properties);
    } else {
      // Nothing may follow.
      over = true;
      listener.disconnect(reason, properties);
    }
  }

  private void connect(BodyReader body) {
    ConnectPacket packet = ConnectBody.read(body);
    version = packet.version();
    begun = true;
    listener.connect(packet);
  }

  private void connAck(BodyReader body) {
    int flags = body.u8();
    int code = body.u8();
    if (flags > 1 || (flags == 1 && code != 0)) {
      throw PacketFault.SESSION_PRESENT.broken();
    }
    // A server of 3.1.1 refuses a client of 5.0 in its own words.
    PropertyBlock properties =
        code != 0 && body.remaining() == 0
            ? PropertyBlock.EMPTY
            : properties(PacketType.CONNACK, body);
    body.atEnd();
    begun = true;
    listener.connAck(new ConnAckPacket(flags == 1, code, properties));
  }

  private void subscribe(BodyReader body) {
    int id = body.packetId();
    PropertyBlock properties = properties(PacketType.SUBSCRIBE, body);
    List<TopicSubscription> filters = new ArrayList<>();
    while (body.remaining() > 0) {
      filters.add(TopicSubscription.read(body, version));
    }
    requireFilters(filters);
    listener.subscribe(id, filters, properties);
  }

  private void unsubscribe(BodyReader body) {
    int id = body.packetId();
    PropertyBlock properties = properties(PacketType.UNSUBSCRIBE, body);
    List<String> filters = new ArrayList<>();
    while (body.remaining() > 0) {
      String filter = body.text();
      TopicSubscription.requireFilter(filter);
      filters.add(filter);
    }
    requireFilters(filters);
    listener.unsubscribe(id, filters, properties);
  }

  private static void requireFilters(List<?> filters) {
    if (filters.isEmpty()) {
      throw PacketFault.NO_FILTER.broken();
    }
  }

  private void subscriptionAnswer(PacketType type, BodyReader body) {
    int id = body.packetId();
    PropertyBlock properties = properties(type, body);
    List<Integer> codes = new ArrayList<>(body.remaining());
    boolean hasCodes = type == PacketType.SUBACK || version == MqttVersion.V5;
    while (hasCodes && body.remaining() > 0) {
      codes.add(body.u8());
    }
    body.atEnd();
    if (hasCodes && codes.isEmpty()) {
      throw PacketFault.ACK_CODES.broken();
    }
    listener.subscriptionAnswer(type, id, codes, properties);
  }
}
