// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.netty;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * One event loop, its thread, and the TCP connections that work on it. On Linux both are those of
 * epoll, with timers that are finer than a millisecond; elsewhere a timer is up to 1 ms late.
 */
public final class OneThread implements AutoCloseable {
  private final EventLoopGroup group;
  private final ChannelFactory<SocketChannel> connections;

  /** Makes a loop; its thread starts with the first task. */
  public OneThread(String name) {
    ThreadFactory daemon = new DefaultThreadFactory(name, true);
    if (Epoll.isAvailable()) {
      this.group = new EpollEventLoopGroup(1, daemon);
      this.connections = new ReflectiveChannelFactory<>(EpollSocketChannel.class);
    } else {
      this.group = new NioEventLoopGroup(1, daemon);
      this.connections = new ReflectiveChannelFactory<>(NioSocketChannel.class);
    }
  }

  /** The group, for libraries that ask for one; it has the one loop only. */
  public EventLoopGroup group() {
    return group;
  }

  /** Its only loop. */
  public EventLoop loop() {
    return group.next();
  }

  /** Makes TCP connections that are not open yet. */
  public SocketChannel newConnection() {
    return connections.newChannel();
  }

  /** The kind of its sockets that listen. */
  public Class<? extends ServerSocketChannel> listening() {
    return group instanceof EpollEventLoopGroup
        ? EpollServerSocketChannel.class
        : NioServerSocketChannel.class;
  }

  /** Closes what is open and ends the thread; tasks that wait are not run. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a daemon
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
