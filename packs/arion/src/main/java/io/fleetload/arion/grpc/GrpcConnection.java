// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.wire.netty.EventLoopWire;
import io.fleetload.wire.netty.OneThread;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.SocketChannel;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * One HTTP/2 connection. It begins with its first call, and once it has ended it stays so. A
 * channel of gRPC would connect again by itself, unseen by the books. All calls are made on the
 * thread.
 */
final class GrpcConnection {
  private static final int LONGEST_MESSAGE_BYTES = 64 << 20;
  private static final long NEVER_IDLE_DAYS = 1_000;

  private final OneThread thread;
  private final EventLoopWire wire;
  private final ServerConnector settings;
  private final Runnable ended;
  private final ManagedChannel channel;
  private SocketChannel socket;
  private boolean over;

  /**
   * A connection that has not begun.
   *
   * @param source the local address; null for any
   * @param ended called once if the connection ended and was not closed or lost from this side
   */
  GrpcConnection(
      OneThread thread,
      EventLoopWire wire,
      ServerConnector settings,
      SocketAddress source,
      Runnable ended) {
    this.thread = thread;
    this.wire = wire;
    this.settings = settings;
    this.ended = ended;
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(settings.server())
            .eventLoopGroup(thread.group())
            .channelFactory(this::newSocket)
            .executor(wire.executor())
            .negotiationType(
                settings.access().tls() == null ? NegotiationType.PLAINTEXT : NegotiationType.TLS)
            .sslContext(settings.access().tls())
            .maxInboundMessageSize(LONGEST_MESSAGE_BYTES)
            .idleTimeout(NEVER_IDLE_DAYS, TimeUnit.DAYS)
            .disableRetry();
    if (settings.access().serverName() != null) {
      builder.overrideAuthority(settings.access().serverName());
    }
    if (source != null) {
      builder.localSocketPicker(
          new NettyChannelBuilder.LocalSocketPicker() {
            @Override
            public SocketAddress createSocketAddress(
                SocketAddress remote, io.grpc.Attributes attributes) {
              return source;
            }
          });
    }
    this.channel = builder.build();
  }

  private SocketChannel newSocket() {
    SocketChannel made = thread.newConnection();
    socket = made;
    made.closeFuture().addListener(closed -> wire.run(this::gone));
    return made;
  }

  /** A client's call that has not begun. */
  ClientCall<byte[], byte[]> call(ArionMethod method, int client) {
    return channel.newCall(method.descriptor(), settings.options(client));
  }

  /**
   * A call that opens the connection, not yet begun. The requests' deadline is not for it: it would
   * pass while the connection is on its way.
   */
  ClientCall<byte[], byte[]> probe(ArionMethod method) {
    return channel.newCall(method.descriptor(), CallOptions.DEFAULT);
  }

  /** Begins a call. */
  void start(ClientCall<byte[], byte[]> call, ClientCall.Listener<byte[]> listener) {
    call.start(listener, settings.headers());
  }

  /** Does what follows from a call; gRPC would take a fault in it for one of the server. */
  void run(Runnable task) {
    wire.run(task);
  }

  /** From now on it is seen where the server wants no further calls. */
  void watch() {
    channel.notifyWhenStateChanged(ConnectivityState.READY, this::gone);
    if (channel.getState(false) != ConnectivityState.READY) {
      gone();
    }
  }

  /** Checks whether there is a connection on which calls can be made. */
  boolean isOpen() {
    return !over && socket != null && socket.isActive();
  }

  /** Checks whether its bytes still go somewhere, even if the server wants no further calls. */
  boolean isAlive() {
    return socket != null && socket.isActive();
  }

  private void gone() {
    if (!over) {
      over = true;
      // In a task of its own: gRPC is about to tell the calls why they end.
      wire.execute(channel::shutdown);
      ended.run();
    }
  }

  /** Ends it as a client does that leaves; calls under way are cancelled. */
  void close() {
    over = true;
    channel.shutdownNow();
  }

  /**
   * Loses the connection as a client does when its network fails: all that is on the way is thrown
   * away.
   */
  void lose() {
    over = true;
    if (socket != null) {
      socket.config().setSoLinger(0);
      var unused = socket.close();
    }
    wire.execute(channel::shutdownNow);
  }
}
