// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.http;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpLink.LinkPlace;
import io.fleetload.wire.http.HttpConnection;
import io.fleetload.wire.http.HttpFault;
import io.fleetload.wire.http.HttpResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A device that keeps its connections to Hono's HTTP adapter. A connection has one request at a
 * time, so while a query waits for its command the device's other messages take a further one, as
 * with every client of HTTP/1.1. A connection that the adapter ended is opened again with the next
 * request; the session is over where that fails.
 */
public final class HttpDeviceLink implements DeviceLink, HttpConnection.HttpListener {
  private final LinkPlace place;
  private final HttpConnections fleet;
  private final List<Lane> lanes = new ArrayList<>(1);
  private byte[] authorization;
  private boolean open;

  /** The exchange that waits for the first connection; or null. */
  private Exchange opening;

  /** A connection, and the message that it has under way. */
  private static final class Lane {
    private final HttpConnection connection;
    private boolean reached;
    private Message message;

    /** Null if the connection is free. */
    private Exchange exchange;

    private Lane(HttpConnection connection) {
      this.connection = connection;
    }

    private void take(Message next, Exchange its) {
      message = next;
      exchange = its;
    }

    /** The exchange, which is no longer under way; null for none. */
    private Exchange over() {
      Exchange ended = exchange;
      take(null, null);
      return ended;
    }

    private void fail(Cause cause) {
      Exchange failed = over();
      if (failed != null) {
        failed.failed(cause);
      }
    }
  }

  HttpDeviceLink(LinkPlace place, HttpConnections fleet) {
    this.place = place;
    this.fleet = fleet;
  }

  @Override
  public void connect(Exchange exchange) {
    close();
    open = true;
    opening = exchange;
    authorization = fleet.authorization(place.device());
    openLane(null, null);
  }

  private void openLane(Message message, Exchange exchange) {
    Lane lane = new Lane(new HttpConnection(place.loop(), place.layers(), this));
    lane.take(message, exchange);
    lanes.add(lane);
    lane.connection.open(place.source(), place.server());
  }

  private Lane of(HttpConnection connection) {
    for (Lane each : lanes) {
      if (each.connection == connection) {
        return each;
      }
    }
    throw new IllegalStateException("a connection that the device does not have");
  }

  @Override
  public void opened(HttpConnection connection) {
    Lane lane = of(connection);
    lane.reached = true;
    if (lane.exchange != null) {
      ask(lane);
    }
    Exchange first = opening;
    opening = null;
    if (first != null) {
      first.opened(Set.of());
    }
  }

  private void ask(Lane lane) {
    lane.connection.ask(fleet.requests().of(lane.message, authorization));
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (!open) {
      exchange.failed(Cause.Transport.DISCONNECTED);
      return;
    }
    for (Lane each : lanes) {
      if (each.exchange == null && each.connection.isFree()) {
        each.take(message, exchange);
        ask(each);
        return;
      }
    }
    openLane(message, exchange);
  }

  @Override
  public void answered(HttpConnection connection, HttpResponse response) {
    Lane lane = of(connection);
    int device = lane.message.device();
    Exchange exchange = lane.over();
    if (response.last()) {
      lanes.remove(lane);
    }
    if (response.isSuccess()) {
      exchange.succeeded(fleet.requests().command(device, response));
    } else {
      exchange.failed(response.cause());
    }
  }

  @Override
  public void answeredUnasked(HttpConnection connection) {
    lanes.removeIf(each -> each.connection == connection);
    place.listener().get().unexpectedAnswer(place.device());
  }

  @Override
  public void broken(HttpConnection connection, HttpFault fault) {
    Lane lane = of(connection);
    lanes.remove(lane);
    lane.fail(fault.why());
  }

  @Override
  public void ended(HttpConnection connection, IOException why) {
    Lane lane = of(connection);
    lanes.remove(lane);
    if (lane.reached) {
      lane.fail(Cause.Transport.DISCONNECTED);
      return;
    }
    Cause cause = TcpConnection.cause(why, false);
    boolean wasOpen = opening == null;
    end(HttpConnection::close, cause);
    lane.fail(cause);
    if (wasOpen) {
      place.listener().get().ended(place.device());
    }
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      close();
      return;
    }
    for (Lane each : lanes) {
      if (each.exchange == exchange) {
        // A late answer would look like that to a next request.
        lanes.remove(each);
        each.connection.close();
        return;
      }
    }
  }

  @Override
  public void close() {
    end(HttpConnection::close, Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    end(HttpConnection::lose, cause);
  }

  private void end(Consumer<HttpConnection> how, Cause cause) {
    open = false;
    List<Lane> ended = List.copyOf(lanes);
    lanes.clear();
    ended.forEach(each -> how.accept(each.connection));
    Exchange unopened = opening;
    opening = null;
    ended.forEach(each -> each.fail(cause));
    if (unopened != null) {
      unopened.failed(cause);
    }
  }
}
