// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PacketListener;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import java.util.List;

/** Does what each packet of a server asks of a client's session. */
final class ServerPackets implements PacketListener {
  static final int FAILURE = 0x80;
  private static final int MOST = 65_535;

  private final MqttSession session;
  private final MqttSessionListener listener;

  /** Null until there is something to remember. */
  private IncomingMessages incoming;

  private int receiveMaximum;
  private int aliasMaximum;

  /** True if the server may send again what it had no answer to. */
  private boolean resumed;

  ServerPackets(MqttSession session, MqttSessionListener listener) {
    this.session = session;
    this.listener = listener;
  }

  /** Begins with a connection, with what the client accepts in it. */
  void accept(PropertyBlock asked) {
    receiveMaximum = (int) asked.number(MqttProperty.RECEIVE_MAXIMUM, MOST);
    aliasMaximum = (int) asked.number(MqttProperty.ALIAS_MAXIMUM, 0);
  }

  /** The server let the client in. */
  void begin(boolean sessionPresent) {
    resumed = sessionPresent;
    if (incoming != null) {
      incoming.begin(sessionPresent, aliasMaximum);
    }
  }

  void discard() {
    incoming = null;
  }

  private IncomingMessages incoming() {
    if (incoming == null) {
      incoming = new IncomingMessages();
      incoming.begin(false, aliasMaximum);
    }
    return incoming;
  }

  /** Acknowledges a message that waits for it. */
  void acknowledge(int id, int reason) {
    int qos = incoming == null ? 0 : incoming.acknowledge(id, reason >= FAILURE);
    if (qos != 0) {
      answer(qos == 1 ? PacketType.PUBACK : PacketType.PUBREC, id, reason);
    }
  }

  private void answer(PacketType type, int id, int reason) {
    session.writer().acknowledgement(session.version(), type, id, reason, PropertyBlock.EMPTY);
  }

  @Override
  public void connAck(ConnAckPacket answer) {
    if (answer.code() == 0) {
      session.open(answer);
    } else {
      Cause cause = listener.refusal(answer.code());
      session.end(new MqttEnd(cause, true, answer.code(), answer.properties(), null));
    }
  }

  @Override
  public void publish(PublishView message) {
    if (message.alias() != 0 && !incoming().resolve(message)) {
      faulty(PacketFault.ALIAS);
    } else if (message.qos() == 0) {
      listener.published(message);
    } else if (message.qos() == 2 && !incoming().isNew(message.id())) {
      if (!incoming.isDeferred(message.id())) {
        answer(PacketType.PUBREC, message.id(), 0);
      }
    } else if (incoming != null && incoming.open() >= 2 * receiveMaximum) {
      faulty(PacketFault.RECEIVE_MAXIMUM);
    } else {
      if (incoming != null && incoming.open() >= receiveMaximum) {
        // Reported and taken: mosquitto 2.0.11 sends two messages for one acknowledgement.
        listener.unexpected(PacketType.PUBLISH, message.id());
      }
      receive(message.id(), message);
    }
  }

  private void receive(int id, PublishView message) {
    int qos = message.qos();
    if (qos == 2) {
      incoming.receive(id);
    }
    boolean now = listener.published(message);
    if (!session.isOpen()) {
      return;
    }
    if (now) {
      answer(qos == 1 ? PacketType.PUBACK : PacketType.PUBREC, id, 0);
    } else {
      incoming().defer(id, qos);
    }
  }

  @Override
  public void acknowledgement(PacketType type, int id, int reason, PropertyBlock properties) {
    if (type == PacketType.PUBREL) {
      boolean released = incoming != null && incoming.release(id);
      if (!released && !resumed) {
        listener.unexpected(type, id);
      }
      answer(PacketType.PUBCOMP, id, released ? 0 : MqttCause.PACKET_ID_UNKNOWN.code());
    } else {
      session.outgoing().acknowledged(type, id, reason, properties);
    }
  }

  @Override
  public void subscriptionAnswer(
      PacketType type, int id, List<Integer> codes, PropertyBlock properties) {
    session.outgoing().subscribed(type, id, codes, properties);
  }

  @Override
  public void ping(PacketType type) {
    session.pingAnswered();
  }

  @Override
  public void disconnect(int reason, PropertyBlock properties) {
    MqttCause cause = reason < FAILURE ? MqttCause.SERVER_CLOSED : MqttCause.of(reason);
    session.end(new MqttEnd(cause.cause(), !session.isOpen(), reason, properties, null));
  }

  @Override
  public void auth(int reason, PropertyBlock properties) {
    session.endFor(
        MqttCause.EXTENDED_AUTHENTICATION,
        MqttCause.AUTHENTICATION_METHOD.code(),
        PacketFault.AUTHENTICATION);
  }

  @Override
  public void faulty(PacketFault fault) {
    session.endFor(MqttCause.of(fault.reason()), fault.reason(), fault);
  }
}
