// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A device's session over one TCP connection, of a protocol with a login and with numbers by which
 * messages are answered. A pack's link says how both are written and read.
 *
 * <p>The way out: {@link #send} looks whether the session is open, and {@link #write} makes the
 * bytes of the message, gives them to the {@link #connection} and calls {@link #await}. The way
 * back: the connection hands bytes to {@link #read}, which calls {@link #loggedIn}, {@link
 * #answered} or {@link #pushed} for each whole message that it finds.
 */
public abstract class TcpLink implements DeviceLink, TcpConnection.TcpListener {
  private final LinkPlace place;
  private final TcpConnection connection;
  private final UnderWay underWay = new UnderWay();
  private final AnsweredNumbers answered;
  private Exchange login;
  private boolean reached;

  /**
   * Place of a device in its fleet: what its link has from there.
   *
   * @param device its index
   * @param source where it connects from
   * @param server where it connects to
   * @param listener hears what the server does by itself
   * @param layers between the socket and the link, the one next to the socket first
   */
  public record LinkPlace(
      int device,
      SourceAddress source,
      InetSocketAddress server,
      NioLoop loop,
      Supplier<DeviceDriver.Listener> listener,
      List<Layer.Factory> layers) {
    /** A place without layers. */
    public LinkPlace(
        int device,
        SourceAddress source,
        InetSocketAddress server,
        NioLoop loop,
        Supplier<DeviceDriver.Listener> listener) {
      this(device, source, server, loop, listener, List.of());
    }

    /** The same place with layers, the one next to the socket first. */
    public LinkPlace through(Layer.Factory... layers) {
      return new LinkPlace(device, source, server, loop, listener, List.of(layers));
    }
  }

  /**
   * A link that is not connected.
   *
   * @param bits of how many bits the numbers of messages are; they begin again after the highest
   */
  protected TcpLink(LinkPlace place, int bits) {
    this.place = place;
    this.connection = new TcpConnection(place.loop(), this, place.layers());
    this.answered = new AnsweredNumbers(bits);
  }

  /** Says first what a device says on a new connection; nothing of the one before holds. */
  protected abstract void login();

  /** Sends a message over the open session, and calls {@link #await} where it has an answer. */
  protected abstract void write(Message message, Exchange exchange);

  /** Takes what came, of which a message may be only a part. */
  protected abstract void read(ByteBuffer bytes);

  /** Says last what a device says that leaves. */
  protected void logout() {}

  /** Forgets a message that was given up. */
  protected void forget(Exchange exchange) {}

  /** Fails what waits and was not sent, as the session is over. */
  protected void fail(Cause cause) {}

  /** The index of the device. */
  protected final int device() {
    return place.device();
  }

  /** The connection that bytes are written to. */
  protected final TcpConnection connection() {
    return connection;
  }

  /** Returns whether the server has not let the device in yet. */
  protected final boolean isLoggingIn() {
    return login != null;
  }

  @Override
  public final void connect(Exchange exchange) {
    login = exchange;
    reached = false;
    answered.clear();
    connection.open(place.source(), place.server());
  }

  @Override
  public final void connected() {
    reached = true;
    login();
  }

  @Override
  public final void send(Message message, Exchange exchange) {
    if (connection.isOpen()) {
      write(message, exchange);
    } else {
      exchange.failed(Cause.Transport.DISCONNECTED);
    }
  }

  /**
   * Notes that a message was sent, and waits for its answer.
   *
   * @param key what the answer will have; several messages may share it
   */
  protected final void await(int key, Exchange exchange) {
    underWay.add(key, exchange);
  }

  @Override
  public final void received(ByteBuffer bytes) {
    read(bytes);
  }

  /** The server let the device in. */
  protected final void loggedIn() {
    Exchange session = login;
    login = null;
    session.opened(Set.of());
  }

  /** The server did not let the device in. */
  protected final void refused(Cause cause) {
    connection.close();
    failAll(cause);
  }

  /** The server answered a message, and answers it once more at least. */
  protected final void answeredInPart(int key, int number, boolean sent, Consumer<Exchange> part) {
    if (!underWay.look(key, part)) {
      unknown(number, sent);
    }
  }

  /**
   * The server answered a message, for the last time.
   *
   * @param key what {@link #await} was called with
   * @param number the message's, among those of its connection
   * @param sent whether a message with that number was sent
   * @param outcome called with each message of that key
   */
  protected final void answered(int key, int number, boolean sent, Consumer<Exchange> outcome) {
    if (underWay.take(key, outcome)) {
      answered.add(number);
    } else {
      unknown(number, sent);
    }
  }

  /** An answer to a message that was given up is late, and not unexpected. */
  private void unknown(int number, boolean sent) {
    if (!sent || answered.contains(number)) {
      place.listener().get().unexpectedAnswer(place.device());
    }
  }

  /** The server pushed something. */
  protected final void pushed(Inbound inbound) {
    place.listener().get().received(inbound);
  }

  /** Ends a session with a server that breaks the protocol: what follows cannot be trusted. */
  protected final void broken(Cause cause) {
    boolean wasOpen = login == null;
    lose(cause);
    if (wasOpen) {
      place.listener().get().ended(place.device());
    }
  }

  @Override
  public final void abandon(Exchange exchange) {
    if (exchange == login) {
      login = null;
      connection.lose();
    } else {
      underWay.forget(exchange);
      forget(exchange);
    }
  }

  @Override
  public final void close() {
    if (connection.isOpen()) {
      logout();
    }
    connection.close();
    failAll(Cause.Transport.DISCONNECTED);
  }

  @Override
  public final void lose(Cause cause) {
    connection.lose();
    failAll(cause);
  }

  @Override
  public final void ended(IOException why) {
    boolean wasOpen = login == null;
    failAll(TcpConnection.cause(why, reached));
    if (wasOpen) {
      place.listener().get().ended(place.device());
    }
  }

  private void failAll(Cause cause) {
    Exchange opening = login;
    login = null;
    if (opening != null) {
      opening.failed(cause);
    }
    fail(cause);
    underWay.fail(cause);
  }
}
