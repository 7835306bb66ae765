// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Finds what is between two flags. As go-jt808's: a byte outside of a frame makes the connection
 * deaf, which netmc's own reader, that looks for delimiters, cannot do.
 */
final class FrameReader extends ByteToMessageDecoder {
  static final byte FLAG = 0x7e;

  /** More than the longest frame has with every byte escaped. */
  private static final int LONGEST = 4_096;

  private boolean deaf;

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int first = in.readerIndex();
    if (deaf || in.getByte(first) != FLAG) {
      deaf = true;
      in.skipBytes(in.readableBytes());
      return;
    }
    int end = in.indexOf(first + 1, in.writerIndex(), FLAG);
    if (end < 0) {
      deaf = in.readableBytes() > LONGEST;
      return;
    }
    in.skipBytes(1);
    out.add(in.readRetainedSlice(end - first - 1));
    in.skipBytes(1);
  }
}
