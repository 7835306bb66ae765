// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;
import io.fleetload.mqtt.packet.MqttPublish;
import io.fleetload.mqtt.packet.PacketType;
import io.fleetload.mqtt.packet.PropertyBlock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The way out of a session: packet ids, the credit that the server gives (5:4.9), and the messages
 * that are sent again (5:4.4). A session has one from its first message or subscription on.
 */
final class OutgoingMessages {
  private static final int QOS_1 = 1;
  private static final int QOS_2 = 2;
  private static final int RELEASED = 3;
  private static final int SUBSCRIPTION = 4;
  private static final int FAILURE = 0x80;
  private static final int ID_UNKNOWN = 0x92;

  private final MqttSession session;
  private final MqttSessionListener listener;
  private final PacketIds ids = new PacketIds();

  /** Messages without credit, in their order; those that were sent before are first. */
  private Deque<OutgoingRequest> waiting;

  private TopicAliases aliases;
  private int mostCredit;
  private int credit;

  OutgoingMessages(MqttSession session, MqttSessionListener listener) {
    this.session = session;
    this.listener = listener;
  }

  /** Messages of QoS 1 and 2 that may be sent now. */
  int credit() {
    return waiting == null ? credit : 0;
  }

  /** Number of messages that wait for credit. */
  int queued() {
    return waiting == null ? 0 : waiting.size();
  }

  /** Begins with a connection: aliases and credit are new. */
  void begin(int receiveMaximum, int aliasMaximum) {
    mostCredit = receiveMaximum;
    credit = receiveMaximum;
    aliases = aliasMaximum == 0 ? null : new TopicAliases(aliasMaximum);
  }

  Acceptance publish(MqttPublish message, Object token) {
    if (message.qos() == 0) {
      write(message, 0, false);
      return Acceptance.WRITTEN;
    }
    OutgoingRequest request = new OutgoingRequest(token, message);
    if (credit > 0 && waiting == null && send(request)) {
      return Acceptance.WRITTEN;
    }
    if (queued() >= session.limits().maxQueued()) {
      return Acceptance.QUEUE_FULL;
    }
    waiting().addLast(request);
    return Acceptance.QUEUED;
  }

  private Deque<OutgoingRequest> waiting() {
    if (waiting == null) {
      waiting = new ArrayDeque<>();
    }
    return waiting;
  }

  /** Sends a message for which there is credit; false if there is no id for it. */
  private boolean send(OutgoingRequest request) {
    MqttPublish message = request.message();
    boolean again = request.id() != 0;
    if (!again) {
      request.sentAs(ids.take(message.qos(), request));
      if (request.id() == 0) {
        return false;
      }
    }
    credit--;
    write(message, request.id(), again);
    if (!session.outlivesConnection()) {
      request.forgetMessage();
    }
    return true;
  }

  private void write(MqttPublish message, int id, boolean dup) {
    int alias = aliases == null ? 0 : aliases.known(message.topic());
    boolean known = alias != 0;
    if (aliases != null && !known) {
      alias = aliases.add(message.topic());
    }
    session.writer().publish(session.version(), message, id, dup, alias, known);
  }

  /** Sends what waits, as far as there is credit. */
  private void sendWaiting() {
    while (waiting != null && credit > 0 && session.isOpen()) {
      OutgoingRequest request = waiting.pollFirst();
      boolean again = request.id() != 0;
      if (again || request.isWanted()) {
        if (!send(request)) {
          waiting.addFirst(request);
          return;
        }
        if (request.isWanted()) {
          listener.written(request.token(), again);
        }
      }
      if (waiting != null && waiting.isEmpty()) {
        waiting = null;
      }
    }
  }

  /**
   * Takes an id for a subscription, or the end of one.
   *
   * @return 0 if all are in use
   */
  int subscription(Object token) {
    return ids.take(SUBSCRIPTION, new OutgoingRequest(token, null));
  }

  void subscribed(PacketType type, int id, List<Integer> codes, PropertyBlock properties) {
    if (ids.kind(id) != SUBSCRIPTION) {
      listener.unexpected(type, id);
      return;
    }
    OutgoingRequest request = ids.free(id);
    if (request.isWanted()) {
      listener.subscribed(request.token(), codes, properties);
    }
    sendWaiting();
  }

  void acknowledged(PacketType type, int id, int reason, PropertyBlock properties) {
    int kind = ids.kind(id);
    switch (type) {
      case PUBACK -> {
        if (kind == QOS_1) {
          done(type, id, reason, properties);
        } else {
          listener.unexpected(type, id);
        }
      }
      case PUBREC -> received(kind, id, reason, properties);
      default -> {
        if (kind == RELEASED) {
          done(type, id, reason, properties);
        } else {
          listener.unexpected(type, id);
        }
      }
    }
  }

  private void received(int kind, int id, int reason, PropertyBlock properties) {
    if (kind == QOS_2 && reason >= FAILURE) {
      done(PacketType.PUBREC, id, reason, properties);
    } else if (kind == QOS_2) {
      OutgoingRequest request = ids.request(id);
      request.forgetMessage();
      ids.kind(id, RELEASED);
      release(id, 0);
      if (request.isWanted()) {
        listener.acknowledged(request.token(), PacketType.PUBREC, reason, properties);
      }
    } else {
      if (kind != RELEASED) {
        listener.unexpected(PacketType.PUBREC, id);
      }
      if (reason < FAILURE) {
        release(id, kind == RELEASED ? 0 : ID_UNKNOWN);
      }
    }
  }

  private void release(int id, int reason) {
    session
        .writer()
        .acknowledgement(session.version(), PacketType.PUBREL, id, reason, PropertyBlock.EMPTY);
  }

  private void done(PacketType type, int id, int reason, PropertyBlock properties) {
    OutgoingRequest request = ids.free(id);
    credit = Math.min(credit + 1, mostCredit);
    if (request.isWanted()) {
      listener.acknowledged(request.token(), type, reason, properties);
    }
    sendWaiting();
  }

  /** Sends again what the server's session may not have, in its order (5:4.4). */
  void resume() {
    Deque<OutgoingRequest> unsent = waiting;
    waiting = null;
    for (int id : ids.inOrder()) {
      if (ids.kind(id) == RELEASED) {
        release(id, 0);
      } else {
        waiting().addLast(ids.request(id));
      }
    }
    if (unsent != null) {
      unsent.stream().filter(each -> each.id() == 0).forEach(waiting()::addLast);
    }
    if (waiting != null && waiting.isEmpty()) {
      waiting = null;
    }
    sendWaiting();
  }

  /** Drops what was sent; what was not sent yet is sent in the new session. */
  void restart(Cause cause) {
    drop(cause, true);
    if (waiting != null) {
      waiting.removeIf(each -> each.id() != 0);
      waiting = waiting.isEmpty() ? null : waiting;
    }
    sendWaiting();
  }

  /** The connection is over; subscriptions are not sent again. */
  void connectionEnded(Cause cause, boolean sessionToo) {
    aliases = null;
    drop(cause, sessionToo);
    if (sessionToo && waiting != null) {
      Deque<OutgoingRequest> all = waiting;
      waiting = null;
      all.stream()
          .filter(each -> each.id() == 0 && each.isWanted())
          .forEach(each -> listener.dropped(each.token(), cause));
    }
  }

  private void drop(Cause cause, boolean messagesToo) {
    List<OutgoingRequest> gone = new ArrayList<>();
    for (int id : ids.size() == 0 ? new int[0] : ids.inOrder()) {
      if (messagesToo || ids.kind(id) == SUBSCRIPTION) {
        gone.add(ids.free(id));
      }
    }
    // Behind the loop: the listener may publish again.
    for (OutgoingRequest each : gone) {
      if (each.isWanted()) {
        listener.dropped(each.token(), cause);
      }
    }
  }

  /** Forgets a token; its message goes on if it was sent. */
  void abandon(Object token) {
    if (waiting != null && waiting.removeIf(each -> each.id() == 0 && each.token() == token)) {
      waiting = waiting.isEmpty() ? null : waiting;
      return;
    }
    OutgoingRequest found = ids.find(token);
    if (found != null) {
      found.abandon();
    }
  }
}
