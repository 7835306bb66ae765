// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.MissingValueException;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.wire.netty.EventLoopWire;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A user's connection, or one that users share. A connection that the broker ended is opened again
 * with the next request, as every HTTP client does; the session is over where that fails.
 *
 * <p>A message goes out in {@link #send}, once the connection has room for it, and by {@link
 * RequestUnderWay#begin}, which names the steps of its way back one below the other. They end in
 * {@link #settled}.
 */
final class HttpLink implements DeviceLink {
  private final LinkSettings shared;
  private final int session;
  private final IdentityHashMap<Exchange, RequestUnderWay> underWay = new IdentityHashMap<>();
  private final Deque<RequestUnderWay> waiting = new ArrayDeque<>();
  private boolean open;
  private Exchange opening;
  private Connection connection;

  /** Of the attempt to connect that is under way; null for none. */
  private Object attempt;

  private long attemptSince;

  /**
   * The parts that all links have in common.
   *
   * @param connector opens their connections
   * @param requests what they send
   * @param listener gets what happens without a request
   */
  record LinkSettings(
      EventLoopWire wire,
      RunClock clock,
      HttpConnector connector,
      Requests requests,
      Supplier<DeviceDriver.Listener> listener) {}

  HttpLink(LinkSettings shared, int session) {
    this.shared = shared;
    this.session = session;
  }

  long nanos() {
    return shared.clock().nanos();
  }

  /** Does what Vert.x calls for; a fault in it would be lost there. */
  void run(Runnable task) {
    shared.wire().run(task);
  }

  @Override
  public void connect(Exchange exchange) {
    close();
    open = true;
    opening = exchange;
    openConnection();
  }

  private void openConnection() {
    Object mine = new Object();
    attempt = mine;
    attemptSince = nanos();
    shared
        .connector()
        .open(
            session,
            opened -> {
              if (attempt == mine) {
                attempt = null;
                connected(opened);
              } else {
                opened.close();
              }
            },
            cause -> {
              if (attempt == mine) {
                attempt = null;
                refused(cause);
              }
            });
  }

  private void connected(Connection opened) {
    connection = opened;
    waiting.forEach(each -> each.times().connected(attemptSince, nanos()));
    Exchange told = opening;
    opening = null;
    if (told != null) {
      told.opened(Set.of());
    }
    goOn();
  }

  private void refused(Cause cause) {
    open = false;
    Exchange told = opening;
    opening = null;
    failWaiting(cause);
    if (told != null) {
      told.failed(cause);
    } else {
      shared.listener().get().ended(session);
    }
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (!open) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    try {
      waiting.addLast(new RequestUnderWay(shared.requests().of(message), exchange, this));
    } catch (MissingValueException e) {
      exchange.failed(new Cause.Protocol(e.causeKey()));
      return;
    }
    goOn();
  }

  /** Begins those that wait, as far as there is room. */
  private void goOn() {
    while (!waiting.isEmpty() && attempt == null) {
      if (connection == null || !connection.isUsable()) {
        openConnection();
      } else if (connection.hasRoom()) {
        RequestUnderWay next = waiting.pollFirst();
        underWay.put(next.exchange(), next);
        next.begin(connection);
      } else {
        return;
      }
    }
  }

  /** Ends a request: begins the next one, and then reports the outcome. */
  void settled(RequestUnderWay request, Runnable outcome) {
    if (underWay.remove(request.exchange(), request)) {
      leave(request.connection());
    }
    outcome.run();
  }

  private void leave(Connection left) {
    if (left.isHttp2()) {
      // Its stream counts until Vert.x is done with it, and the broker may allow no more.
      shared.wire().execute(() -> left(left));
    } else {
      left(left);
    }
  }

  private void left(Connection left) {
    left.leave();
    goOn();
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      close();
      return;
    }
    RequestUnderWay request = underWay.remove(exchange);
    if (request == null) {
      waiting.removeIf(each -> each.exchange() == exchange);
    } else {
      request.abandon();
      leave(request.connection());
    }
  }

  @Override
  public void close() {
    end(Connection::close, Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    end(Connection::lose, cause);
  }

  private void end(Consumer<Connection> how, Cause cause) {
    open = false;
    attempt = null;
    Exchange unopened = opening;
    opening = null;
    // Those that a broker of HTTP/2 wants no further requests on may still have some under way.
    Set<Connection> connections = new HashSet<>();
    underWay.values().forEach(each -> connections.add(each.connection()));
    if (connection != null) {
      connections.add(connection);
      connection = null;
    }
    List<RequestUnderWay> cut = List.copyOf(underWay.values());
    failWaiting(cause);
    cut.forEach(each -> each.fail(cause));
    connections.forEach(how);
    if (unopened != null) {
      unopened.failed(cause);
    }
  }

  private void failWaiting(Cause cause) {
    List<RequestUnderWay> unsent = List.copyOf(waiting);
    waiting.clear();
    unsent.forEach(each -> each.fail(cause));
  }
}
