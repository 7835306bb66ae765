// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.codec.MessageDecoder;
import io.github.yezhihao.netmc.codec.MessageEncoder;
import io.github.yezhihao.netmc.session.Session;
import io.github.yezhihao.protostar.schema.RuntimeSchema;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Escapes, checksum, header and fragments of JT/T 808-2013 and 2019. A frame that is wrong closes
 * its connection without an answer, as go-jt808 does.
 */
final class FrameCodec implements MessageDecoder<Frame>, MessageEncoder<Frame> {
  private static final int ESCAPE = 0x7d;
  private static final int CHECKSUM = 1;
  private static final int FRAGMENT_FIELDS = 4;

  private final RuntimeSchema<Frame> header2013;
  private final RuntimeSchema<Frame> header2019;
  private final Terminals terminals;

  FrameCodec(Bodies bodies, Terminals terminals) {
    this.header2013 = bodies.schema(Frame.class, Frame.VERSION_2013);
    this.header2019 = bodies.schema(Frame.class, Frame.VERSION_2019);
    this.terminals = terminals;
  }

  /** The message; null if there is no message yet, or none that may be accepted. */
  @Override
  public Frame decode(ByteBuf escaped, Session netmcSession) {
    TerminalSession session = (TerminalSession) netmcSession;
    if (!session.open()) {
      return null;
    }
    ByteBuf plain = unescape(escaped);
    if (plain == null || checksum(plain) != 0 || plain.readableBytes() < 4) {
      return refuse(session);
    }
    int properties = plain.getUnsignedShort(plain.readerIndex() + 2);
    boolean newer = Frame.version(properties) == Frame.VERSION_2019;
    int headerLength = newer ? 17 : 12;
    int fragmentFields = Frame.fragment(properties) ? FRAGMENT_FIELDS : 0;
    if (plain.readableBytes() < headerLength + fragmentFields + CHECKSUM) {
      return refuse(session);
    }
    Frame frame = (newer ? header2019 : header2013).readFrom(plain.readSlice(headerLength));
    if (plain.readableBytes() != fragmentFields + frame.bodyLength() + CHECKSUM) {
      return refuse(session);
    }
    if (!terminals.admit(session, frame)) {
      return refuse(session);
    }
    if (!frame.fragment()) {
      frame.readBody(plain.readSlice(frame.bodyLength()));
      return frame;
    }
    int total = plain.readUnsignedShort();
    int number = plain.readUnsignedShort();
    frame.readBody(plain.readSlice(frame.bodyLength()));
    return session.fragments().add(frame, total, number).orElse(null);
  }

  private static Frame refuse(TerminalSession session) {
    session.invalidate();
    return null;
  }

  /** Removes the escapes; null if an escape is followed by a byte that no escape has. */
  private static ByteBuf unescape(ByteBuf in) {
    ByteBuf out = Unpooled.buffer(Math.max(1, in.readableBytes()));
    while (in.isReadable()) {
      int next = in.readUnsignedByte();
      // go-jt808 takes a checksum that was not escaped.
      if (next == ESCAPE && in.isReadable()) {
        int escaped = in.readUnsignedByte();
        if (escaped != 1 && escaped != 2) {
          return null;
        }
        next = escaped == 1 ? ESCAPE : FrameReader.FLAG;
      }
      out.writeByte(next);
    }
    return out;
  }

  private static int checksum(ByteBuf bytes) {
    int xor = 0;
    for (int i = bytes.readerIndex(); i < bytes.writerIndex(); i++) {
      xor ^= bytes.getByte(i);
    }
    return xor;
  }

  @Override
  public ByteBuf encode(Frame frame, Session session) {
    ByteBuf plain = Unpooled.buffer(32 + frame.body.length);
    (frame.version() == Frame.VERSION_2019 ? header2019 : header2013).writeTo(plain, frame);
    plain.writeBytes(frame.body);
    plain.writeByte(checksum(plain));
    ByteBuf out =
        ((TerminalSession) session).channel().alloc().buffer(2 + 2 * plain.readableBytes());
    out.writeByte(FrameReader.FLAG);
    while (plain.isReadable()) {
      int next = plain.readUnsignedByte();
      if (next == FrameReader.FLAG || next == ESCAPE) {
        out.writeByte(ESCAPE).writeByte(next == ESCAPE ? 1 : 2);
      } else {
        out.writeByte(next);
      }
    }
    return out.writeByte(FrameReader.FLAG);
  }
}
