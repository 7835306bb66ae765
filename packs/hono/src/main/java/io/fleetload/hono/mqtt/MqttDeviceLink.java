// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import io.fleetload.driver.Cause;
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
import io.fleetload.mqtt.session.SessionLink;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.TcpLink.LinkPlace;
import java.util.List;
import java.util.Set;

/**
 * A session with Hono's MQTT adapter. The token of a message is its exchange; of a command query it
 * is the query, which is over when its command has come.
 */
public final class MqttDeviceLink extends SessionLink {
  private static final int NOT_AUTHORIZED = 5;

  private final MqttConnections fleet;

  /** Null if no flow asks for commands. */
  private final OpenQueries queries;

  /** The exchange that waits for the session; or null. */
  private Exchange opening;

  MqttDeviceLink(LinkPlace place, MqttConnections fleet) {
    super(place, fleet.loop());
    this.fleet = fleet;
    this.queries = fleet.topics().filter() == null ? null : new OpenQueries();
  }

  @Override
  public void connect(Exchange exchange) {
    opening = exchange;
    open(fleet.connect(device(), exchange.mark()));
  }

  @Override
  public void connected(ConnAckPacket answer) {
    if (queries == null) {
      opened();
    } else {
      TopicSubscription commands = TopicSubscription.of(fleet.topics().filter(), 1);
      session().subscribe(List.of(commands), PropertyBlock.EMPTY, this);
    }
  }

  /**
   * Hono says 4 for a wrong password, and 5 where the tenant's limits or adapters refuse
   * (https://www.eclipse.org/hono/docs/user-guide/mqtt-adapter/).
   */
  @Override
  public Cause refusal(int code) {
    return code == NOT_AUTHORIZED ? MqttCause.NOT_AUTHORIZED.cause() : super.refusal(code);
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    if (codes.stream().anyMatch(MqttCause::isFailure)) {
      refused(MqttCause.TOPIC_FILTER.cause());
      session().disconnect(0, PropertyBlock.EMPTY);
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

  /** Hono keeps nothing of a session that is over; returns as {@link #refused}. */
  @Override
  protected boolean over(Cause cause) {
    if (queries != null) {
      queries.fail(cause);
    }
    return refused(cause);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    MqttPublish published = fleet.topics().of(message);
    if (message.answers() != null || !fleet.topics().isQuery(message)) {
      publish(published, exchange);
      return;
    }
    OpenQueries.Query query = queries.add(message, exchange);
    Acceptance accepted = session().publish(published, query);
    if (!accepted.isAccepted()) {
      queries.fail(query, accepted.cause());
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
            : fleet.topics().command(device(), message.topic(), message::payloadBytes);
    Stamp stamp = command == null ? null : command.stamp();
    if (stamp == null || !queries.came(stamp, command)) {
      unexpectedAnswer();
    }
    return true;
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      session().lose(Cause.Transport.TIMEOUT);
      return;
    }
    OpenQueries.Query given = queries == null ? null : queries.abandon(exchange);
    session().abandon(given == null ? exchange : given);
  }
}
