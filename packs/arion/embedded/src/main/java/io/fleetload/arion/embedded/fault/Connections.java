// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.fault;

import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The connections that are open; it goes into the pipeline of the channel that accepts them. */
@Sharable
public final class Connections extends ChannelInboundHandlerAdapter {
  public final LongAdder accepted = new LongAdder();
  private final Map<SocketAddress, Connection> open = new ConcurrentHashMap<>();

  /** One connection and how many requests came over it. */
  record Connection(Channel channel, AtomicLong requests) {}

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel channel = (Channel) message;
    SocketAddress client = channel.remoteAddress();
    accepted.increment();
    open.put(client, new Connection(channel, new AtomicLong()));
    channel.closeFuture().addListener(closed -> open.remove(client));
    context.fireChannelRead(message);
  }

  public int size() {
    return open.size();
  }

  /** Counts a request, and closes its connection if it is the n-th. */
  boolean cutAt(int n, ServerCall<?, ?> call) {
    Connection connection = open.get(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    if (connection == null || connection.requests.incrementAndGet() < n) {
      return false;
    }
    // Past the handler of HTTP/2, which would wait for the open streams.
    connection
        .channel
        .pipeline()
        .firstContext()
        .close()
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    return true;
  }
}
