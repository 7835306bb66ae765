// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.fault.Connections;
import io.fleetload.arion.embedded.fault.Faults;
import io.fleetload.arion.embedded.fault.FaultyCalls;
import io.fleetload.arion.embedded.store.RuleMap;
import io.fleetload.arion.embedded.store.Rules;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The three services on one port of 127.0.0.1, in plain text. */
public final class GrpcServer implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Fixed, so that no pings measure it. */
  private static final int WINDOW = 1 << 20;

  private static final long PATIENCE_SECONDS = 5;

  private final boolean epoll = Epoll.isAvailable();
  private final EventLoopGroup loops;
  private final Server server;

  /**
   * Listens.
   *
   * @param port 0 for one that is free
   * @throws IOException if the port cannot be had
   */
  public GrpcServer(
      int port, RuleMap map, Rules rules, Faults faults, Traffic traffic, Connections connections)
      throws IOException {
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    loops = new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), io);
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port))
            .bossEventLoopGroup(loops)
            .workerEventLoopGroup(loops)
            .channelFactory(() -> listening(connections))
            // No service waits: on the event loop a request costs no change of threads.
            .directExecutor()
            .flowControlWindow(WINDOW)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(new ReadService(rules, faults, traffic, loops))
            .addService(new WriteService(map, faults, traffic))
            .addService(new WatchService(rules, traffic))
            .intercept(new FaultyCalls(faults, connections))
            .build();
    try {
      server.start();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private ServerChannel listening(Connections connections) {
    ServerChannel channel = epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel.pipeline().addLast(connections);
    return channel;
  }

  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
    loops
        .shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
