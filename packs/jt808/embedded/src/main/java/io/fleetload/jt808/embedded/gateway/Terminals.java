// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.session.Session;
import io.github.yezhihao.netmc.session.SessionManager;
import io.netty.channel.Channel;
import java.util.Optional;

/**
 * The connected terminals. A phone is known from its connection's first message until that
 * connection closes.
 */
final class Terminals extends SessionManager {
  @Override
  public Session newInstance(Channel channel) {
    return new TerminalSession(this, channel);
  }

  /**
   * Checks whether a connection may go on with this message. The phone of its first one must not be
   * connected elsewhere. A closed connection holds no phone, even if its end was not handled yet.
   */
  boolean admit(TerminalSession session, Frame frame) {
    if (session.isRegistered()) {
      return true;
    }
    if (connected(frame.phone).isPresent()) {
      return false;
    }
    session.joined(frame);
    return true;
  }

  /** The terminal with this phone, without leading zeros. */
  Optional<TerminalSession> connected(String phone) {
    return Optional.ofNullable((TerminalSession) get(phone)).filter(TerminalSession::open);
  }
}
