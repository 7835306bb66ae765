// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Takes away the answers that come before the final one, such as {@code 102 Processing}. A client
 * has to take any of them (RFC 9110, 15.2); Vert.x takes all but 100 and 103 for the final answer,
 * and the final one for that of the next request.
 */
final class InterimAnswers extends ChannelInboundHandlerAdapter {
  private boolean interim;

  @Override
  public void channelRead(ChannelHandlerContext context, Object read) {
    if (read instanceof HttpResponse answer) {
      interim = answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
    if (interim) {
      ReferenceCountUtil.release(read);
    } else {
      context.fireChannelRead(read);
    }
    if (read instanceof LastHttpContent) {
      interim = false;
    }
  }
}
