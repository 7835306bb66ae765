// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.mqtt.session.Acceptance;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.mqtt.session.MqttEnd;
import io.fleetload.mqtt.session.MqttSession;
import io.fleetload.mqtt.session.MqttSessionListener;
import io.fleetload.mqtt.session.SessionLimits;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;
import java.util.List;
import java.util.Set;

/**
 * A session with Hono's MQTT adapter. The token of a message is its exchange; of a command query it
 * is the query, which is over when its command has come.
 */
public final class MqttDeviceLink implements DeviceLink, MqttSessionListener {
  private final LinkPlace place;
  private final MqttConnections fleet;
  private final MqttSession session;
  private final TcpConnection connection;

  /** Null if no flow asks for commands. */
  private final OpenQueries queries;

  /** The exchange that waits for the session; or null. */
  private Exchange opening;

  MqttDeviceLink(LinkPlace place, MqttConnections fleet) {
    this.place = place;
    this.fleet = fleet;
    this.session = new MqttSession(fleet.loop(), this);
    this.connection = new TcpConnection(place.loop(), session, place.layers());
    this.queries = fleet.topics().filter() == null ? null : new OpenQueries();
  }

  @Override
  public void connect(Exchange exchange) {
    opening = exchange;
    session.begin(fleet.connect(place.device()), SessionLimits.DEFAULT, connection);
    connection.open(place.source(), place.server());
  }

  @Override
  public void connected(ConnAckPacket answer) {
    if (queries == null) {
      opened();
    } else {
      TopicSubscription commands = TopicSubscription.of(fleet.topics().filter(), 1);
      session.subscribe(List.of(commands), PropertyBlock.EMPTY, this);
    }
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    if (codes.stream().anyMatch(MqttCause::isFailure)) {
      refused(MqttCause.TOPIC_FILTER.cause());
      session.disconnect(0, PropertyBlock.EMPTY);
    } else {
      opened();
    }
  }

  private void opened() {
    Exchange opened = opening;
    opening = null;
    if (opened != null) {
      opened.opened(Set.of());
    }
  }

  /** Ends the wait for the session; returns false if nothing waited for it. */
  private boolean refused(Cause cause) {
    Exchange failed = opening;
    opening = null;
    if (failed != null) {
      failed.failed(cause);
    }
    return failed != null;
  }

  @Override
  public void ended(MqttEnd end) {
    if (!over(end.cause())) {
      place.listener().get().ended(place.device());
    }
  }

  /** Hono keeps nothing of a session that is over; returns as {@link #refused}. */
  private boolean over(Cause cause) {
    if (queries != null) {
      queries.fail(cause);
    }
    return refused(cause);
  }

  @Override
  public void lose(Cause cause) {
    over(cause);
    session.lose(cause);
  }

  @Override
  public void unexpected(PacketType type, int id) {
    place.listener().get().unexpectedAnswer(place.device());
  }

  @Override
  public void close() {
    over(Cause.Transport.DISCONNECTED);
    session.disconnect(0, PropertyBlock.EMPTY);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    MqttPublish published = fleet.topics().of(message);
    OpenQueries.Query query =
        message.answers() == null && fleet.topics().isQuery(message)
            ? queries.add(message, exchange)
            : null;
    Acceptance accepted = session.publish(published, query == null ? exchange : query);
    if (!accepted.isAccepted()) {
      if (query != null) {
        queries.remove(query);
      }
      exchange.failed(accepted.cause());
    } else if (published.qos() == 0) {
      // Nothing answers it; the backend says whether it arrived.
      exchange.succeeded(null);
    }
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    if (token instanceof OpenQueries.Query query) {
      query.accepted();
    } else {
      ((Exchange) token).succeeded(null);
    }
  }

  @Override
  public void dropped(Object token, Cause cause) {
    if (token instanceof OpenQueries.Query query) {
      queries.fail(query, cause);
    } else if (token instanceof Exchange exchange) {
      exchange.failed(cause);
    }
  }

  @Override
  public boolean published(PublishView message) {
    Inbound command =
        queries == null
            ? null
            : fleet.topics().command(place.device(), message.topic(), message::payloadBytes);
    Stamp stamp = command == null ? null : command.stamp();
    if (stamp == null || !queries.came(stamp, command)) {
      place.listener().get().unexpectedAnswer(place.device());
    }
    return true;
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      session.lose(Cause.Transport.TIMEOUT);
      return;
    }
    OpenQueries.Query given = queries == null ? null : queries.abandon(exchange);
    session.abandon(given == null ? exchange : given);
  }
}
