// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.ConnAckPacket;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PacketFault;
import io.fleetload.mqtt.packet.PacketReader;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PacketWriter;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.mqtt.packet.TopicSubscription;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpConnection.TcpListener;
import io.fleetload.wire.TcpStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Session of one client id, over one connection after the other. All calls are made on the loop's
 * thread. A caller makes a connection with the session as its listener, calls {@link #begin}, and
 * then opens the connection.
 */
public final class MqttSession implements TcpListener {
  private final MqttLoop loop;
  private final MqttSessionListener listener;
  private final PacketReader reader;
  private final ServerPackets incoming;

  private final KeepAlive keepAlive;
  private TcpStream stream;
  private SessionLimits limits = SessionLimits.DEFAULT;
  private ServerLimits server = ServerLimits.NONE;

  /** Request to the server; null if it was answered. */
  private ConnectPacket connect;

  private OutgoingMessages outgoing;
  private State state = State.OFFLINE;
  private boolean outlivesConnection;
  private boolean known;

  private enum State {
    OFFLINE,
    OPENING,
    CONNECTING,
    OPEN
  }

  /** A session that is not connected. */
  public MqttSession(MqttLoop loop, MqttSessionListener listener) {
    this.loop = loop;
    this.listener = listener;
    this.keepAlive = new KeepAlive(loop.wheel(), this);
    this.incoming = new ServerPackets(this, listener);
    this.reader = new PacketReader(PacketReader.Peer.SERVER, loop.view(), incoming);
  }

  /**
   * Begins with a connection that is about to be opened; CONNECT follows when it is open.
   *
   * @param request what the server is asked for; its properties also set what this side accepts
   * @param newStream the way out of the connection
   */
  public void begin(ConnectPacket request, SessionLimits own, TcpStream newStream) {
    if (state != State.OFFLINE) {
      lose(Cause.Transport.DISCONNECTED);
    }
    connect = request;
    limits = own;
    stream = newStream;
    incoming.accept(request.properties());
    long longest = request.properties().number(MqttProperty.MAXIMUM_PACKET, own.maximumPacket());
    reader.begin(request.version(), (int) Math.min(longest, own.maximumPacket()));
    state = State.OPENING;
  }

  /** Returns whether the server let it in, and the connection is open. */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  /** The limits that the server set when it let the client in last. */
  public ServerLimits server() {
    return server;
  }

  /** Messages of QoS 1 and 2 that can be written now, without waiting for an acknowledgement. */
  public int credit() {
    if (state != State.OPEN) {
      return 0;
    }
    return outgoing == null ? most() : outgoing.credit();
  }

  /** Number of messages that wait for credit. */
  public int queued() {
    return outgoing == null ? 0 : outgoing.queued();
  }

  /**
   * Publishes a message.
   *
   * @param token handed back with its acknowledgement; ignored at QoS 0, which has none
   */
  public Acceptance publish(MqttPublish message, Object token) {
    if (state != State.OPEN) {
      return Acceptance.OFFLINE;
    }
    if (message.qos() > server.maximumQos()) {
      return Acceptance.QOS;
    }
    if (message.retain() && !server.retain()) {
      return Acceptance.RETAIN;
    }
    if (server.maximumPacket() != Long.MAX_VALUE
        && PacketWriter.size(version(), message) + aliasBytes() > server.maximumPacket()) {
      return Acceptance.TOO_LARGE;
    }
    if (stream.unwrittenBytes() > limits.maxUnwritten()) {
      return Acceptance.CONGESTED;
    }
    return outgoing().publish(message, token);
  }

  /**
   * Subscribes; the answer is {@link MqttSessionListener#subscribed}, or {@code dropped} if the
   * connection ends first.
   *
   * @return false if the session is not open, or has no packet id left
   */
  public boolean subscribe(
      List<TopicSubscription> filters, PropertyBlock properties, Object token) {
    int id = state == State.OPEN ? outgoing().subscription(token) : 0;
    if (id != 0) {
      writer().subscribe(version(), id, filters, properties);
    }
    return id != 0;
  }

  /** Ends subscriptions; as {@link #subscribe}. */
  public boolean unsubscribe(List<String> filters, PropertyBlock properties, Object token) {
    int id = state == State.OPEN ? outgoing().subscription(token) : 0;
    if (id != 0) {
      writer().unsubscribe(version(), id, filters, properties);
    }
    return id != 0;
  }

  /** Acknowledges a message that {@link MqttSessionListener#published} did not. */
  public void acknowledge(int id) {
    acknowledge(id, 0);
  }

  /**
   * Acknowledges or refuses a message; see {@link #acknowledge(int)}.
   *
   * @param reason 0x80 or above to refuse the message, which 5.0 can
   */
  public void acknowledge(int id, int reason) {
    if (state == State.OPEN) {
      incoming.acknowledge(id, reason);
    }
  }

  /** Gives up a token: nothing more is said of it. A message that was sent keeps its packet id. */
  public void abandon(Object token) {
    if (outgoing != null) {
      outgoing.abandon(token);
    }
  }

  /** Writes packets of any kind, also wrong ones, behind what was written before. */
  public void inject(Consumer<PacketWriter> packets) {
    if (state == State.OPEN) {
      packets.accept(writer());
    }
  }

  /** Writes at once what waits for the end of the loop's turn. */
  public void flush() {
    loop.flush();
  }

  /**
   * Leaves in good order: the server drops the will, unless the reason is 0x04.
   *
   * @param properties such as another {@link MqttProperty#SESSION_EXPIRY}
   */
  public void disconnect(int reason, PropertyBlock properties) {
    if (state == State.OPEN) {
      long expiry = properties.number(MqttProperty.SESSION_EXPIRY, outlivesConnection ? 1 : 0);
      outlivesConnection = expiry > 0;
      writer().disconnect(version(), reason, properties);
      loop.flush();
    }
    leave(Cause.Transport.DISCONNECTED, false);
  }

  /** Loses the connection as a device does in a power cut: the server does not learn of it. */
  public void lose(Cause cause) {
    leave(cause, true);
  }

  /** Drops what a session keeps for its next connection; the device does not come back. */
  public void discard(Cause cause) {
    known = false;
    incoming.discard();
    if (outgoing != null) {
      outgoing.connectionEnded(cause, true);
    }
  }

  private void leave(Cause cause, boolean abruptly) {
    loop.flush();
    if (state != State.OFFLINE) {
      TcpStream left = stream;
      close(cause);
      if (abruptly) {
        left.lose();
      } else {
        left.close();
      }
    }
  }

  /** Ends the state of a connection; the stream is the caller's. */
  private void close(Cause cause) {
    reader.end();
    loop.forget(this);
    keepAlive.end();
    state = State.OFFLINE;
    stream = null;
    connect = null;
    known &= outlivesConnection;
    if (outgoing != null) {
      outgoing.connectionEnded(cause, !outlivesConnection);
    }
  }

  /** Ends a connection for something that the server did. */
  void end(MqttEnd end) {
    // What is written first may be what ends it.
    loop.flush();
    if (state != State.OFFLINE) {
      leave(end.cause(), end.cause().equals(MqttCause.NO_PING_RESPONSE.cause()));
      listener.ended(end);
    }
  }

  /** Ends a connection with a DISCONNECT that says why. */
  void endFor(MqttCause cause, int reason, PacketFault fault) {
    boolean refused = state != State.OPEN;
    if (version() == MqttVersion.V5 && (!refused || fault == null)) {
      writer().disconnect(version(), reason, PropertyBlock.EMPTY);
    }
    end(new MqttEnd(cause.cause(), refused, -1, PropertyBlock.EMPTY, fault));
  }

  @Override
  public void connected() {
    if (state == State.OPENING) {
      state = State.CONNECTING;
      writer().connect(connect);
      loop.flush();
    }
  }

  @Override
  public void received(ByteBuffer bytes) {
    loop.flushOthers(this);
    reader.read(bytes);
    loop.flush();
  }

  @Override
  public void ended(IOException why) {
    if (state != State.OFFLINE) {
      Cause cause = TcpConnection.cause(why, state != State.OPENING);
      boolean refused = state != State.OPEN;
      close(cause);
      listener.ended(new MqttEnd(cause, refused, -1, PropertyBlock.EMPTY, null));
    }
  }

  MqttVersion version() {
    return reader.version();
  }

  SessionLimits limits() {
    return limits;
  }

  /** Returns whether the server keeps the session when its connection ends. */
  public boolean outlivesConnection() {
    return outlivesConnection;
  }

  PacketWriter writer() {
    keepAlive.written();
    return loop.writer(this);
  }

  void flush(ByteBuffer packets) {
    if (state != State.OFFLINE) {
      stream.writeShared(packets);
    }
  }

  OutgoingMessages outgoing() {
    if (outgoing == null) {
      outgoing = new OutgoingMessages(this, listener);
      beginOutgoing();
    }
    return outgoing;
  }

  /** Bytes that an alias may add to a packet, with a longer length before it. */
  private int aliasBytes() {
    return limits.aliases() ? 5 : 0;
  }

  private void beginOutgoing() {
    outgoing.begin(most(), limits.aliases() ? server.aliasMaximum() : 0);
  }

  private int most() {
    return Math.min(server.receiveMaximum(), limits.maxInFlight());
  }

  void open(ConnAckPacket answer) {
    boolean present = answer.sessionPresent();
    boolean strict = version() == MqttVersion.V5;
    if (present && (connect.cleanStart() || (strict && !known))) {
      endFor(MqttCause.FOREIGN_SESSION, MqttCause.PROTOCOL_ERROR.code(), null);
      return;
    }
    server = loop.shared(ServerLimits.of(answer.properties()));
    int seconds = server.keepAlive() >= 0 ? server.keepAlive() : connect.keepAlive();
    long expiry =
        server.sessionExpiry() >= 0
            ? server.sessionExpiry()
            : connect.properties().number(MqttProperty.SESSION_EXPIRY, 0);
    outlivesConnection = strict ? expiry > 0 : !connect.cleanStart();
    known = outlivesConnection;
    connect = null;
    state = State.OPEN;
    keepAlive.begin(seconds, limits.pingTimeoutNanos());
    incoming.begin(present);
    if (outgoing != null) {
      beginOutgoing();
      if (present) {
        outgoing.resume();
      } else {
        outgoing.restart(MqttCause.SESSION_LOST.cause());
      }
    }
    listener.connected(answer);
  }

  void ping() {
    writer().ping(PacketType.PINGREQ);
  }

  void endUnanswered() {
    Cause cause = MqttCause.NO_PING_RESPONSE.cause();
    end(new MqttEnd(cause, false, -1, PropertyBlock.EMPTY, null));
  }

  void pingAnswered() {
    keepAlive.answered();
  }
}
