// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.handler.DispatcherHandler;
import io.github.yezhihao.netmc.handler.MessageDecoderWrapper;
import io.github.yezhihao.netmc.handler.MessageEncoderWrapper;
import io.github.yezhihao.netmc.handler.TCPMessageAdapter;
import io.nats.client.Connection;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * The TCP server, bound to 127.0.0.1. It has netmc's handlers and a bootstrap of its own: netmc's
 * binds all addresses, and no free port.
 *
 * <p>One thread accepts, reads and answers. So a connection's end is always seen before the first
 * message of the next connection of the same phone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel.
public final class Gateway implements AutoCloseable {
  private static final int BACKLOG = 4_096;

  private final EventLoopGroup loop;
  private final Channel listener;

  /**
   * Begins to serve.
   *
   * @param port 0 for one that is free
   * @param shared whether gateways of other processes may listen on the same port; the system deals
   *     connections to them
   * @throws IOException if the port is taken
   */
  public Gateway(
      int port,
      boolean shared,
      Connection nats,
      Misconduct misconduct,
      Clock clock,
      Traffic traffic)
      throws IOException {
    Terminals terminals = new Terminals();
    Bodies bodies = new Bodies();
    Reports reports = new Reports(nats, clock, traffic);
    Dispatch dispatch = new Dispatch(new Endpoint(bodies, reports, misconduct, traffic), traffic);
    FrameCodec codec = new FrameCodec(bodies, terminals);
    loop = new NioEventLoopGroup(1, new DefaultThreadFactory("gateway", true));
    if (!shared) {
      // One of several would say that a terminal of another one is gone.
      new Commands(nats, terminals, loop.next(), traffic).listen();
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT), shared)
            .handler(new AcceptFailures())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                initializer(
                    new TCPMessageAdapter(terminals),
                    new MessageDecoderWrapper(codec),
                    new MessageEncoderWrapper(codec),
                    new DispatcherHandler(dispatch, dispatch, loop),
                    misconduct,
                    traffic))
            .bind("127.0.0.1", port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listener = bound.channel();
  }

  private static ChannelInitializer<Channel> initializer(
      TCPMessageAdapter adapter,
      MessageDecoderWrapper decoder,
      MessageEncoderWrapper encoder,
      DispatcherHandler dispatcher,
      Misconduct misconduct,
      Traffic traffic) {
    Delay delay = new Delay(misconduct.delay());
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        traffic.accepted.increment();
        channel.closeFuture().addListener(closed -> traffic.closed.increment());
        ChannelPipeline pipeline = channel.pipeline();
        if (!misconduct.delay().isZero()) {
          pipeline.addLast(delay);
        }
        pipeline.addLast(new FrameReader(), adapter, decoder, encoder, dispatcher);
      }
    };
  }

  /** Says once why connections are not accepted, and tries again after a while. */
  private static final class AcceptFailures extends ChannelInboundHandlerAdapter {
    private boolean said;

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (!said) {
        said = true;
        System.err.println(
            "jt808-server: cannot accept a connection (%s); see ulimit -n"
                .formatted(cause.getMessage()));
      }
      // Not on to Netty's own handler: it logs, which fails as well where no file can be opened.
      Channel listening = context.channel();
      listening.config().setAutoRead(false);
      context.executor().schedule(() -> listening.config().setAutoRead(true), 1, TimeUnit.SECONDS);
    }
  }

  /** The port that it listens on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
