// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/** Counts the bytes of a connection each way, with those of TLS. */
final class WireBytes extends ChannelDuplexHandler {
  private long sent;
  private long received;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes) {
      sent += bytes.readableBytes();
    }
    var unused = context.write(message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      received += bytes.readableBytes();
    }
    context.fireChannelRead(message);
  }

  /** Bytes sent since this was asked before. */
  long takeSent() {
    long bytes = sent;
    sent = 0;
    return bytes;
  }

  /** Bytes received since this was asked before. */
  long takeReceived() {
    long bytes = received;
    received = 0;
    return bytes;
  }
}
