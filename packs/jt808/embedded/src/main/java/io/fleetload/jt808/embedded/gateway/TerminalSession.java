// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.session.Packet;
import io.github.yezhihao.netmc.session.Session;
import io.github.yezhihao.netmc.session.SessionManager;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.net.InetSocketAddress;

/** A connection: netmc's session, with the terminal's first message and unfinished fragments. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel.
final class TerminalSession extends Session {
  private final Fragments fragments = new Fragments();
  private Frame first;

  TerminalSession(SessionManager manager, Channel channel) {
    super(
        manager,
        channel,
        (InetSocketAddress) channel.remoteAddress(),
        session -> {
          channel.close();
          return true;
        },
        false);
  }

  void joined(Frame message) {
    first = message;
    register(message);
  }

  Channel channel() {
    return channel;
  }

  boolean open() {
    return channel.isOpen();
  }

  Fragments fragments() {
    return fragments;
  }

  void send(Frame frame) {
    channel.writeAndFlush(Packet.of(this, frame));
  }

  void closeAfter(Frame last) {
    channel.writeAndFlush(Packet.of(this, last)).addListener(ChannelFutureListener.CLOSE);
  }

  /** A message of the gateway's own to the terminal, with the next serial number. */
  Frame command(int id, byte[] body) {
    return first.to(id, nextSerialNo(), body);
  }
}
