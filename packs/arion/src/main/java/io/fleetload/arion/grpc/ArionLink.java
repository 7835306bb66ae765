// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.wire.netty.EventLoopWire;
import io.fleetload.wire.netty.OneThread;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** One HTTP/2 connection that clients share. */
final class ArionLink implements DeviceLink {
  private static final Set<Status.Code> NO_WAY_IN =
      EnumSet.of(
          Status.Code.UNIMPLEMENTED, Status.Code.UNAUTHENTICATED, Status.Code.PERMISSION_DENIED);

  private final int session;
  private final LinkSettings shared;
  private final SocketAddress source;
  private final CallsUnderWay underWay;
  private GrpcConnection connection;
  private Exchange opening;

  /**
   * The parts that all links have in common.
   *
   * @param connecting how they connect
   * @param requests what they send
   * @param listener hears of what comes without a request
   */
  record LinkSettings(
      OneThread thread,
      EventLoopWire wire,
      ServerConnector connecting,
      Requests requests,
      Supplier<DeviceDriver.Listener> listener) {}

  /**
   * A link without a connection.
   *
   * @param source the local address; null for any
   * @param most requests under way at once
   */
  ArionLink(LinkSettings shared, int session, SocketAddress source, int most) {
    this.shared = shared;
    this.session = session;
    this.source = source;
    this.underWay = new CallsUnderWay(most);
  }

  @Override
  public void connect(Exchange exchange) {
    if (connection != null && connection.isOpen()) {
      close();
    }
    // What is under way on a connection that takes nothing more still has its outcome there.
    opening = exchange;
    connection =
        new GrpcConnection(
            shared.thread(), shared.wire(), shared.connecting(), source, this::ended);
    underWay.on(connection);
    probe(exchange, shared.requests().methods());
  }

  /**
   * Looks whether the server has the methods that will be called: a call that ends without a
   * request asks for nothing, and only a server that does not have the method says so.
   */
  private void probe(Exchange exchange, List<ArionMethod> methods) {
    if (methods.isEmpty()) {
      opening = null;
      exchange.opened(Set.of());
      return;
    }
    ArionMethod method = methods.get(0);
    ClientCall<byte[], byte[]> call = connection.probe(method);
    connection.start(
        call,
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            if (opening == exchange) {
              probed(exchange, status, methods);
            }
          }
        });
    call.request(1);
    call.halfClose();
  }

  private void probed(Exchange exchange, Status status, List<ArionMethod> methods) {
    if (!connection.isOpen() || status.getCode() == Status.Code.UNAVAILABLE) {
      refused(GrpcCause.ofConnecting(status));
    } else if (NO_WAY_IN.contains(status.getCode())) {
      refused(GrpcCause.of(status, methods.get(0)));
    } else if (methods.size() > 1) {
      probe(exchange, methods.subList(1, methods.size()));
    } else {
      opening = null;
      exchange.opened(Set.of());
      connection.watch();
    }
  }

  private void refused(Cause cause) {
    Exchange refused = opening;
    opening = null;
    connection.close();
    refused.failed(cause);
  }

  @Override
  public void send(Message message, Exchange exchange) {
    if (connection == null || !connection.isOpen()) {
      exchange.failed(Cause.Transport.DISCONNECTED);
    } else {
      underWay.add(shared.requests().call(message, exchange));
    }
  }

  @Override
  public void abandon(Exchange exchange) {
    if (exchange == opening) {
      opening = null;
      connection.lose();
    } else {
      underWay.abandon(exchange);
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.close();
    }
    fail(Cause.Transport.DISCONNECTED);
  }

  @Override
  public void lose(Cause cause) {
    if (connection != null) {
      connection.lose();
    }
    fail(cause);
  }

  private void fail(Cause cause) {
    Exchange unopened = opening;
    opening = null;
    if (unopened != null) {
      unopened.failed(cause);
    }
    underWay.fail(cause);
  }

  /** The server wants no further calls, or the connection is no more. */
  private void ended() {
    if (opening != null) {
      // The probe says why.
      return;
    }
    if (connection.isAlive()) {
      underWay.failWaiting(Cause.Transport.DISCONNECTED);
    } else {
      underWay.fail(Cause.Transport.DISCONNECTED);
    }
    shared.listener().get().ended(session);
  }
}
