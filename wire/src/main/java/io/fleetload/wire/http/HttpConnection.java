// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.http;

import io.fleetload.wire.Layer;
import io.fleetload.wire.NioLoop;
import io.fleetload.wire.SourceAddress;
import io.fleetload.wire.TcpConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A connection that takes one request at a time: the next goes out when the one before has its
 * response (RFC 9112, section 9.3). All calls are made on the loop's thread; none of them blocks.
 */
public final class HttpConnection implements TcpConnection.TcpListener {
  /** Status by which a server says that it closes a connection that nothing is asked on. */
  private static final int REQUEST_TIMEOUT = 408;

  private final TcpConnection connection;
  private final HttpListener listener;
  private final HttpResponseReader reader = new HttpResponseReader();
  private boolean asked;

  /** Receives the events of a connection. */
  public interface HttpListener {
    /** The connection is open. */
    void opened(HttpConnection connection);

    /** The response to the request came. */
    void answered(HttpConnection connection, HttpResponse response);

    /** A response came that no request asked for; the connection is closed. */
    void answeredUnasked(HttpConnection connection);

    /** Something else than a response came; the connection is closed. */
    void broken(HttpConnection connection, HttpFault fault);

    /**
     * The connection is over, and was not closed from this side.
     *
     * @param why what failed; null if the other side closed it
     */
    void ended(HttpConnection connection, IOException why);
  }

  /**
   * A connection that is not open.
   *
   * @param layers between the socket and HTTP, such as TLS, the one next to the socket first
   */
  public HttpConnection(NioLoop loop, List<Layer.Factory> layers, HttpListener listener) {
    this.connection = new TcpConnection(loop, this, layers);
    this.listener = listener;
  }

  /** Opens it; the listener gets the outcome. */
  public void open(SourceAddress source, InetSocketAddress server) {
    connection.open(source, server);
  }

  /** Returns whether it takes a request now. */
  public boolean isFree() {
    return connection.isOpen() && !asked;
  }

  /**
   * Sends a request.
   *
   * @param bytes its head and body; the connection's from now on
   */
  public void ask(ByteBuffer bytes) {
    asked = true;
    connection.write(bytes);
  }

  /** Closes it. */
  public void close() {
    connection.close();
  }

  /** Loses it as a device does in a power cut. */
  public void lose() {
    connection.lose();
  }

  @Override
  public void connected() {
    listener.opened(this);
  }

  @Override
  public void received(ByteBuffer bytes) {
    try {
      HttpResponse response = reader.read(bytes);
      if (response != null) {
        received(response, bytes.hasRemaining());
      }
    } catch (HttpFault e) {
      connection.close();
      listener.broken(this, e);
    }
  }

  /**
   * Takes a response. What came together with it was sent before the next request, so it is no
   * answer to that (section 9.2).
   */
  private void received(HttpResponse response, boolean more) {
    boolean unasked = !asked;
    if (unasked || more) {
      connection.close();
    }
    if (!unasked) {
      take(response);
    }
    if (more || (unasked && response.status() != REQUEST_TIMEOUT)) {
      listener.answeredUnasked(this);
    } else if (unasked) {
      listener.ended(this, null);
    }
  }

  private void take(HttpResponse response) {
    asked = false;
    if (response.last()) {
      connection.close();
    }
    listener.answered(this, response);
  }

  @Override
  public void ended(IOException why) {
    HttpResponse last = reader.end();
    if (asked && last != null) {
      take(last);
    } else {
      listener.ended(this, why);
    }
  }
}
