// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A small NATS server for a machine that has no nats-server: the core of NATS's text protocol,
 * without headers, accounts and JetStream. See
 * docs.nats.io/reference/reference-protocols/nats-protocol.
 *
 * <p>One thread does all, so a message is at all its receivers' connections before the next one.
 */
public final class Hub implements Broker {
  /** Name of the server, for itself and in results. */
  public static final String NAME = "stand-in";

  /**
   * Bytes that nats-server lets wait for a client that does not read, before it cuts the client.
   */
  public static final int MAX_PENDING = 64 << 20;

  static final int MAX_PAYLOAD = 1 << 20;

  private final EventLoopGroup loop =
      new NioEventLoopGroup(1, new DefaultThreadFactory(NAME, true));
  private final Interest interest = new Interest();
  private final Set<HubClient> unflushed = new LinkedHashSet<>();
  private final int port;
  private long clients;

  /**
   * Listens on 127.0.0.1, on a port that is free.
   *
   * @param maxPending bytes that may wait for a client
   */
  public Hub(int maxPending) {
    port =
        ((InetSocketAddress)
                new ServerBootstrap()
                    .group(loop)
                    .channel(NioServerSocketChannel.class)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(maxPending / 2, maxPending))
                    .childHandler(
                        new ChannelInitializer<Channel>() {
                          @Override
                          protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(new HubClient(Hub.this, channel));
                          }
                        })
                    .bind("127.0.0.1", 0)
                    .syncUninterruptibly()
                    .channel()
                    .localAddress())
            .getPort();
  }

  @Override
  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  String info() {
    return ("INFO {\"server_id\":\"%s\",\"server_name\":\"%s\",\"version\":\"0.0.0\",\"proto\":1,"
            + "\"host\":\"127.0.0.1\",\"port\":%d,\"headers\":false,\"max_payload\":%d,"
            + "\"client_id\":%d}\r\n")
        .formatted(NAME, NAME, port, MAX_PAYLOAD, ++clients);
  }

  Interest interest() {
    return interest;
  }

  void publish(HubClient from, String subject, String reply, ByteBuf payload) {
    interest.receivers(
        subject,
        subscription -> {
          if (subscription.client != from || from.echo()) {
            subscription.client.deliver(subscription, subject, reply, payload);
            unflushed.add(subscription.client);
          }
        });
  }

  /** Writes out what one read of a client has brought to all. */
  void flush() {
    List<HubClient> flushed = List.copyOf(unflushed);
    unflushed.clear();
    flushed.forEach(HubClient::flush);
  }

  void gone(HubClient client) {
    unflushed.remove(client);
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
