// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Takes away the final answers of a connection of HTTP/1.1 that are more than its requests. A
 * client must not take one for that of the next request (RFC 9112, 9.2), which Vert.x does where
 * that has just begun: what was read together with the answer before was sent before the request.
 */
final class UnaskedAnswers extends ChannelDuplexHandler {
  private final Runnable unasked;
  private int open;

  /** Requests that were begun while something was read. */
  private int begun;

  private boolean reading;
  private boolean dropping;

  /**
   * Of a new connection.
   *
   * @param unasked called for each
   */
  UnaskedAnswers(Runnable unasked) {
    this.unasked = unasked;
  }

  @Override
  public void write(ChannelHandlerContext context, Object written, ChannelPromise done) {
    if (written instanceof HttpRequest) {
      if (reading) {
        begun++;
      } else {
        open++;
      }
    }
    var unused = context.write(written, done);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object read) {
    reading = true;
    if (read instanceof HttpResponse answer) {
      take(answer);
    }
    if (dropping) {
      ReferenceCountUtil.release(read);
    } else {
      context.fireChannelRead(read);
    }
    if (read instanceof LastHttpContent) {
      dropping = false;
    }
  }

  private void take(HttpResponse answer) {
    if (open > 0) {
      open--;
    } else if (!answer.status().equals(HttpResponseStatus.REQUEST_TIMEOUT)) {
      // With 408 a server says that it closes a connection that nothing is asked on (RFC 9110,
      // 15.5.9). What is no answer at all ends the connection.
      unasked.run();
      dropping = !answer.decoderResult().isFailure();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    reading = false;
    open += begun;
    begun = 0;
    context.fireChannelReadComplete();
  }
}
