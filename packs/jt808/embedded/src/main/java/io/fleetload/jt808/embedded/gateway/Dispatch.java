// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.core.AbstractHandlerMapping;
import io.github.yezhihao.netmc.core.HandlerInterceptor;
import io.github.yezhihao.netmc.session.Session;

/**
 * Finds the method of the endpoint that takes a message. It counts all messages, also those that no
 * method takes.
 */
final class Dispatch extends AbstractHandlerMapping implements HandlerInterceptor<Frame> {
  private final Traffic traffic;
  private boolean said;

  Dispatch(Endpoint endpoint, Traffic traffic) {
    registerHandlers(endpoint);
    this.traffic = traffic;
  }

  @Override
  public boolean beforeHandle(Frame request, Session session) {
    traffic.message(request.id);
    return true;
  }

  @Override
  public Frame notSupported(Frame request, Session session) {
    traffic.message(request.id);
    return null;
  }

  @Override
  public Frame successful(Frame request, Session session) {
    return null;
  }

  @Override
  public void afterHandle(Frame request, Frame response, Session session) {}

  /**
   * A defect of the gateway or a NATS connection that is gone: the terminal sees the connection
   * end.
   */
  @Override
  public Frame exceptional(Frame request, Session session, Throwable thrown) {
    if (!said) {
      said = true;
      System.err.println("jt808-server: message %04x: %s".formatted(request.id, thrown));
    }
    session.invalidate();
    return null;
  }
}
