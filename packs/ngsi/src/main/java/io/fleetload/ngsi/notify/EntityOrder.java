// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.stamp.Stamp;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sending time of the message that was notified last, by subscription, entity, flow and user. A
 * user that has its next entity notified before the last one has overtaken nothing, nor has another
 * user's update of the same entity: only what one sends after the other has an order. The messages'
 * numbers have none if iterations of a user overlap. Not thread-safe.
 */
final class EntityOrder {
  /** Of those that were quiet longest nothing is known any more; bounds the memory to 10 MB. */
  private static final int MOST = 100_000;

  private static final int FIRST_SIZE = 1_024;
  private static final float LOAD = 0.75f;

  private final Map<Long, Long> last =
      new LinkedHashMap<>(FIRST_SIZE, LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MOST;
        }
      };

  /**
   * A number for what a notification is about, 64 bits of which make two equal ones unlikely.
   *
   * @param subscription its number among all
   * @param entity the entity's id
   */
  static long thing(int subscription, String entity, Stamp stamp) {
    long hash = mix(subscription, stamp.device());
    hash = text(hash, stamp.flow());
    return text(mix((int) hash, (int) (hash >>> Integer.SIZE)), entity);
  }

  private static long mix(int high, int low) {
    return Answers.mix(((long) high << Integer.SIZE) | (low & 0xffffffffL));
  }

  /** FNV-1a, 64 bits, by characters. */
  private static long text(long from, String text) {
    long hash = from;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /**
   * Returns whether a message that was sent later was notified of the same before.
   *
   * @param sent when it was sent, ns since the epoch
   */
  boolean overtaken(long thing, long sent) {
    Long before = last.get(thing);
    if (before != null && sent < before) {
      return true;
    }
    last.put(thing, sent);
    return false;
  }
}
