// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.session.Acceptance;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.mqtt.session.MqttEnd;
import io.fleetload.mqtt.session.MqttSession;
import io.fleetload.mqtt.session.MqttSessionListener;
import io.fleetload.mqtt.session.SessionLimits;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;
import java.util.Set;

/** A client's session with the broker. A message's exchange is its token. */
public final class MqttLink implements DeviceLink, MqttSessionListener {
  private static final int FIRST_FAILURE = 0x80;

  private final LinkPlace place;
  private final ClientWire wire;
  private final MqttSession session;
  private final TcpConnection connection;

  /** The exchange that waits for the broker to let the client in; or null. */
  private Exchange opening;

  MqttLink(LinkPlace place, ClientWire wire) {
    this.place = place;
    this.wire = wire;
    this.session = new MqttSession(wire.loop(), this);
    this.connection = new TcpConnection(place.loop(), session, wire.layers(place.device()));
  }

  @Override
  public void connect(Exchange exchange) {
    opening = exchange;
    session.begin(wire.connect(place.device()), SessionLimits.DEFAULT, connection);
    connection.open(place.source(), place.server());
  }

  @Override
  public void connected(ConnAckPacket answer) {
    Exchange opened = opening;
    opening = null;
    if (opened != null) {
      opened.opened(answer.sessionPresent() ? Set.of(RESUMED) : Set.of());
    }
  }

  @Override
  public void ended(MqttEnd end) {
    Exchange failed = opening;
    opening = null;
    if (failed != null) {
      failed.failed(end.cause());
    } else {
      place.listener().get().ended(place.device());
    }
  }

  @Override
  public void send(Message message, Exchange exchange) {
    MqttPublish published = wire.publish(message);
    Acceptance accepted = session.publish(published, exchange);
    if (!accepted.isAccepted()) {
      exchange.failed(accepted.cause());
    } else if (published.qos() == 0) {
      // Nothing answers it; the subscribers say whether it arrived.
      exchange.succeeded(null);
    }
  }

  @Override
  public void written(Object token, boolean again) {
    if (again && token instanceof Exchange exchange) {
      exchange.retransmitted();
    }
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    Exchange exchange = (Exchange) token;
    if (reason >= FIRST_FAILURE) {
      exchange.failed(MqttCause.of(reason).cause());
    } else if (by == PacketType.PUBREC) {
      exchange.accepted();
    } else {
      exchange.succeeded(null);
    }
  }

  @Override
  public void dropped(Object token, Cause cause) {
    ((Exchange) token).failed(cause);
  }

  /** The client subscribed to nothing. */
  @Override
  public boolean published(PublishView message) {
    place.listener().get().unexpectedAnswer(place.device());
    return true;
  }

  @Override
  public void unexpected(PacketType type, int id) {
    place.listener().get().unexpectedAnswer(place.device());
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      session.lose(Cause.Transport.TIMEOUT);
    } else {
      session.abandon(exchange);
    }
  }

  @Override
  public void close() {
    fail(Cause.Transport.DISCONNECTED);
    session.disconnect(0, PropertyBlock.EMPTY);
  }

  @Override
  public void lose(Cause cause) {
    fail(cause);
    session.lose(cause);
  }

  private void fail(Cause cause) {
    Exchange failed = opening;
    opening = null;
    if (failed != null) {
      failed.failed(cause);
    }
  }
}
