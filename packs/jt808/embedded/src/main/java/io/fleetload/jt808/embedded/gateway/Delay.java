// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Sends everything later, in its order. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel.
@ChannelHandler.Sharable
final class Delay extends ChannelOutboundHandlerAdapter {
  private final Duration delay;

  Delay(Duration delay) {
    this.delay = delay;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    context
        .executor()
        .schedule(
            () -> {
              context.writeAndFlush(message, promise);
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
  }
}
