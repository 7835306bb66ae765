// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.client;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Message;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.PublishView;
import io.fleetload.mqtt.profile.MqttFlow;
import io.fleetload.mqtt.session.MqttCause;
import io.fleetload.mqtt.session.SessionLink;
import io.fleetload.stamp.Stamp;
import io.fleetload.wire.Layer;
import io.fleetload.wire.TcpLink.LinkPlace;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A client's session with the broker. The token of a message is its exchange; of a request it is
 * the response that is to come.
 */
public final class MqttLink extends SessionLink {
  private final ClientWire wire;

  /** Null if nothing has to come to the device. */
  private final Expectations expected;

  /** The exchange that waits for the broker to let the client in, or the one of a will; or null. */
  private Exchange opening;

  /** The will with which the client connects, to lose that connection; or null. */
  private Message will;

  private boolean wasOpen;

  /** True while the client comes back after its will, for which the engine did not ask. */
  private boolean returning;

  MqttLink(LinkPlace place, ClientWire wire) {
    super(place.through(wire.layers(place.device()).toArray(Layer.Factory[]::new)), wire.loop());
    this.wire = wire;
    this.expected = wire.subscriptions(device()).isEmpty() ? null : new Expectations();
  }

  @Override
  public void connect(Exchange exchange) {
    will = null;
    returning = false;
    open(exchange, wire.connect(device(), !wasOpen));
  }

  private void open(Exchange exchange, ConnectPacket request) {
    opening = exchange;
    open(request);
  }

  @Override
  public void connected(ConnAckPacket answer) {
    wasOpen = true;
    if (will != null) {
      losePower();
    } else if (expected == null) {
      opened(answer.sessionPresent());
    } else {
      session()
          .subscribe(wire.subscriptions(device()), PropertyBlock.EMPTY, answer.sessionPresent());
    }
  }

  @Override
  public void subscribed(Object token, List<Integer> codes, PropertyBlock properties) {
    for (int each : codes) {
      if (MqttCause.isFailure(each)) {
        refused(MqttCause.of(each).cause());
        session().disconnect(0, PropertyBlock.EMPTY);
        return;
      }
    }
    opened((Boolean) token);
  }

  private void opened(boolean resumed) {
    Exchange opened = opening;
    opening = null;
    if (opened != null && returning) {
      returning = false;
      opened.succeeded(null);
    } else if (opened != null) {
      opened.opened(resumed ? Set.of(RESUMED) : Set.of());
    }
  }

  /** The broker knows the will: the client is gone, and comes back. */
  private void losePower() {
    Message lost = will;
    Exchange its = opening;
    will = null;
    session().lose(Cause.Transport.DISCONNECTED);
    wire.afterWill(
        lost,
        () -> {
          if (opening == its && its != null) {
            open(its, wire.connect(device(), false));
          }
        });
  }

  /**
   * The connection is over, and so is what no session keeps.
   *
   * @return as {@link #refused}
   */
  @Override
  protected boolean over(Cause cause) {
    if (!session().outlivesConnection() && expected != null) {
      expected.fail(cause);
    }
    return refused(cause);
  }

  /**
   * The session could not be opened.
   *
   * @return false if the engine did not ask for that, and has to learn that it is over
   */
  private boolean refused(Cause cause) {
    Exchange failed = opening;
    boolean asked = failed != null && !returning;
    opening = null;
    will = null;
    returning = false;
    if (failed != null) {
      failed.failed(cause);
    }
    return asked;
  }

  @Override
  public void send(Message message, Exchange exchange) {
    MqttFlow flow = wire.flow(message);
    if (flow instanceof MqttFlow.Request) {
      Expectation response = wire.response(message, exchange);
      expected.add(response);
      response.published(session().publish(wire.request(message, response), response));
    } else if (flow instanceof MqttFlow.Receive) {
      Expectation delivery = wire.delivery(message, exchange);
      expected.add(delivery);
      wire.publisher().publish(wire.publish(message), delivery);
    } else if (flow instanceof MqttFlow.Will) {
      session().disconnect(0, PropertyBlock.EMPTY);
      will = message;
      returning = true;
      open(exchange, wire.connect(message));
    } else {
      publish(wire.publish(message), exchange);
    }
  }

  @Override
  public void written(Object token, boolean again) {
    if (again && token instanceof Expectation response) {
      response.writtenAgain();
    } else if (again && token instanceof Exchange exchange) {
      exchange.retransmitted();
    }
  }

  @Override
  public void acknowledged(Object token, PacketType by, int reason, PropertyBlock properties) {
    if (token instanceof Expectation response) {
      response.acknowledged(reason);
      return;
    }
    Exchange exchange = (Exchange) token;
    if (MqttCause.isFailure(reason)) {
      exchange.failed(MqttCause.of(reason).cause());
    } else if (by == PacketType.PUBREC) {
      exchange.accepted();
    } else {
      exchange.succeeded(null);
    }
  }

  @Override
  public void dropped(Object token, Cause cause) {
    if (token instanceof Expectation response) {
      response.fail(cause);
    } else if (token instanceof Exchange exchange) {
      exchange.failed(cause);
    }
  }

  @Override
  public boolean published(PublishView message) {
    boolean known = false;
    if (expected != null) {
      byte[] payload = message.payloadBytes();
      Optional<Stamp> stamp = wire.stamp(payload);
      known =
          stamp.isPresent()
              && stamp.get().device() == device()
              && expected.came(stamp.get(), message.topic(), payload, message);
    }
    // The broker may send again what it sent before.
    if (!known && !message.dup()) {
      unexpectedAnswer();
    }
    return true;
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      boolean unasked = returning;
      opening = null;
      will = null;
      returning = false;
      session().lose(Cause.Transport.TIMEOUT);
      if (unasked) {
        lost();
      }
      return;
    }
    Expectation given = expected == null ? null : expected.abandon(exchange);
    session().abandon(given == null ? exchange : given);
  }
}
