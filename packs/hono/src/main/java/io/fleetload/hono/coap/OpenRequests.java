// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.wire.AnsweredNumbers;

/** The requests of one device that have no outcome yet, and the numbers that it gives them. */
final class OpenRequests {
  private static final int MESSAGE_IDS = 0xffff;

  private final AnsweredNumbers answered = new AnsweredNumbers(Integer.SIZE);
  private final int tokenBefore;
  private CoapExchange first;
  private SeparateResponses separate;
  private int lastMessageId;
  private int lastToken;

  /**
   * No request yet.
   *
   * <p>Message ids count per device: a counter shared by all would come round within an exchange's
   * lifetime and make the target take a new message for a repetition (RFC 7252, section 4.4). The
   * first is random, as another device may have had the same port shortly before.
   */
  OpenRequests(CoapConnections wire) {
    lastMessageId = wire.random(MESSAGE_IDS);
    tokenBefore = wire.random(Integer.MAX_VALUE);
    lastToken = tokenBefore;
  }

  int nextToken() {
    return ++lastToken;
  }

  int nextMessageId() {
    lastMessageId = (lastMessageId + 1) & MESSAGE_IDS;
    return lastMessageId;
  }

  /** Begins with another session, in which the message ids of the peer begin again. */
  void beginSession() {
    separate = null;
  }

  /** The request that was begun last; null for none. */
  CoapExchange first() {
    return first;
  }

  void add(CoapExchange request) {
    request.nextOfDevice = first;
    first = request;
  }

  void remove(CoapExchange request) {
    if (first == request) {
      first = request.nextOfDevice;
      return;
    }
    for (CoapExchange each = first; each != null; each = each.nextOfDevice) {
      if (each.nextOfDevice == request) {
        each.nextOfDevice = request.nextOfDevice;
        return;
      }
    }
  }

  /** The request with that outcome; null for none. */
  CoapExchange of(Exchange outcome) {
    CoapExchange each = first;
    while (each != null && each.outcome() != outcome) {
      each = each.nextOfDevice;
    }
    return each;
  }

  /** The request that a message of the peer is about; null for none. */
  CoapExchange of(CoapMessage message) {
    boolean separately = message.isSeparate();
    CoapExchange each = first;
    while (each != null
        && !(separately
            ? message.hasToken(each.token())
            : each.hasMessageId(message.messageId()))) {
      each = each.nextOfDevice;
    }
    boolean answers = message.isResponse() && each != null && message.hasToken(each.token());
    boolean signals =
        message.type() == CoapMessage.RESET || (!separately && message.code() == CoapMessage.EMPTY);
    return answers || signals ? each : null;
  }

  /** Notes that a request has its answer; one more is too many. */
  void hasAnswer(CoapExchange request) {
    answered.add(request.token());
  }

  /** Notes a response in a message of its own, and whether a request waited for it. */
  void note(CoapMessage response, boolean taken) {
    separate = separate == null ? new SeparateResponses() : separate;
    separate.add(response.messageId(), taken);
  }

  /** Returns whether a response in a message of its own came before. */
  boolean cameBefore(CoapMessage response) {
    return separate != null && separate.contains(response.messageId());
  }

  /** Returns whether a request waited for it when it came before. */
  boolean wasTaken(CoapMessage response) {
    return !separate.rejected(response.messageId());
  }

  /**
   * Returns whether a response without an open request answers no request at all, or one once more.
   * That to a request that went out twice, and had its answer in between, is neither.
   */
  boolean isUnexpected(CoapMessage response) {
    if (response.type() == CoapMessage.RESET) {
      return false;
    }
    int token = response.token();
    boolean sent =
        response.hasToken(token)
            && Integer.compareUnsigned(token - tokenBefore - 1, lastToken - tokenBefore) < 0;
    return !sent || (response.isSeparate() && answered.contains(token));
  }
}
