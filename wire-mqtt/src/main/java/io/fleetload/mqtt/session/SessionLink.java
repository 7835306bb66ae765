// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;

/**
 * A device's session over a connection of its own. A pack's link says what is published and what
 * comes.
 */
public abstract class SessionLink implements DeviceLink, MqttSessionListener {
  private final LinkPlace place;
  private final MqttSession session;
  private final TcpConnection connection;

  /** A link that is not connected. */
  protected SessionLink(LinkPlace place, MqttLoop loop) {
    this.place = place;
    this.session = new MqttSession(loop, this);
    this.connection = new TcpConnection(place.loop(), session, place.layers());
  }

  /** The index of the device. */
  protected final int device() {
    return place.device();
  }

  /** The session with the server. */
  protected final MqttSession session() {
    return session;
  }

  /** Opens the connection, and begins the session on it. */
  protected final void open(ConnectPacket request) {
    session.begin(request, SessionLimits.DEFAULT, connection);
    connection.open(place.source(), place.server());
  }

  /**
   * Fails what ends with the session.
   *
   * @return whether an exchange of the engine learned that way that the session is over
   */
  protected abstract boolean over(Cause cause);

  /** Reports that the session is over, which no exchange says. */
  protected final void lost() {
    place.listener().get().ended(place.device());
  }

  /** Reports something that the device did not wait for. */
  protected final void unexpectedAnswer() {
    place.listener().get().unexpectedAnswer(place.device());
  }

  /** Publishes a message that needs nothing but its acknowledgement; its exchange is the token. */
  protected final void publish(MqttPublish published, Exchange exchange) {
    Acceptance accepted = session.publish(published, exchange);
    if (!accepted.isAccepted()) {
      exchange.failed(accepted.cause());
    } else if (published.qos() == 0) {
      // Nothing answers it; the backend says whether it arrived.
      exchange.succeeded(null);
    }
  }

  @Override
  public final void ended(MqttEnd end) {
    if (!over(end.cause())) {
      lost();
    }
  }

  @Override
  public final void unexpected(PacketType type, int id) {
    unexpectedAnswer();
  }

  @Override
  public final void close() {
    over(Cause.Transport.DISCONNECTED);
    session.disconnect(0, PropertyBlock.EMPTY);
  }

  @Override
  public final void lose(Cause cause) {
    over(cause);
    session.lose(cause);
  }
}
