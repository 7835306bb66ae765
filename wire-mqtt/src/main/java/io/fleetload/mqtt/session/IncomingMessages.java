// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.mqtt.packet.PublishView;
import java.util.BitSet;

/**
 * The way in of a session, where it needs to remember: messages of QoS 2 that were received and not
 * released (5:4.3.3, method A), messages that wait for their acknowledgement, aliases of topics.
 */
final class IncomingMessages {
  private final BitSet received = new BitSet();
  private final BitSet unacknowledged = new BitSet();
  private int aliasMaximum;
  private String[] topics;
  private int open;

  /**
   * Begins with a connection.
   *
   * @param sessionPresent whether it goes on with the session of before
   * @param mostAliases the highest alias that the client accepts
   */
  void begin(boolean sessionPresent, int mostAliases) {
    aliasMaximum = mostAliases;
    topics = null;
    open = 0;
    unacknowledged.clear();
    if (!sessionPresent) {
      received.clear();
    }
  }

  /** Puts the topic of an alias into a message; false if the alias has no topic. */
  boolean resolve(PublishView message) {
    int alias = message.alias();
    if (alias > aliasMaximum) {
      return false;
    }
    if (topics == null) {
      topics = new String[aliasMaximum + 1];
    }
    if (message.hasNoTopic()) {
      message.resolve(topics[alias]);
      return topics[alias] != null;
    }
    topics[alias] = message.topic();
    return true;
  }

  /** Messages of QoS 1 and 2 that are not acknowledged to the end. */
  int open() {
    return open;
  }

  /** Returns whether a message of QoS 2 did not come before. */
  boolean isNew(int id) {
    return !received.get(id);
  }

  /** Notes a message of QoS 2 that is new. */
  void receive(int id) {
    received.set(id);
    open++;
  }

  /** Releases a message of QoS 2; false if its id is not known. */
  boolean release(int id) {
    unacknowledged.clear(id);
    if (!received.get(id)) {
      return false;
    }
    received.clear(id);
    close();
    return true;
  }

  /** Notes a message of QoS 1 that is acknowledged later. */
  void defer(int id, int qos) {
    if (!unacknowledged.get(id)) {
      unacknowledged.set(id);
      open += qos == 1 ? 1 : 0;
    }
  }

  boolean isDeferred(int id) {
    return unacknowledged.get(id);
  }

  /**
   * Acknowledges a message at last.
   *
   * @param refused whether it ends with that
   * @return its QoS; 0 if it does not wait
   */
  int acknowledge(int id, boolean refused) {
    if (!unacknowledged.get(id)) {
      return 0;
    }
    unacknowledged.clear(id);
    if (!received.get(id)) {
      close();
      return 1;
    }
    if (refused) {
      received.clear(id);
      close();
    }
    return 2;
  }

  private void close() {
    open = Math.max(0, open - 1);
  }
}
