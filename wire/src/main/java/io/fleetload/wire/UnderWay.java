// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The messages of one device that have no outcome yet, by keys of its protocol. The oldest is most
 * often the first to be answered. Several have the same key where they went together.
 */
final class UnderWay {
  private static final int[] NONE = {};
  private static final Exchange[] NO_EXCHANGES = {};
  private static final int FEW = 2;

  private int[] keys = NONE;
  private Exchange[] exchanges = NO_EXCHANGES;
  private int size;

  /** Notes a message that was sent. */
  void add(int key, Exchange exchange) {
    if (size == keys.length) {
      int room = Math.max(FEW, 2 * size);
      keys = Arrays.copyOf(keys, room);
      exchanges = Arrays.copyOf(exchanges, room);
    }
    keys[size] = key;
    exchanges[size++] = exchange;
  }

  /**
   * Hands on an answer that is not the last one.
   *
   * @param answer called with the first message that has that key
   * @return whether there was one
   */
  boolean look(int key, Consumer<Exchange> answer) {
    int first = first(key);
    if (first < size) {
      answer.accept(exchanges[first]);
      return true;
    }
    return false;
  }

  /**
   * Hands on the last answer, and forgets the messages with that key.
   *
   * @param outcome called with each message that has that key; it may send further ones
   * @return whether there was one
   */
  boolean take(int key, Consumer<Exchange> outcome) {
    int first = first(key);
    int end = first;
    while (end < size && keys[end] == key) {
      end++;
    }
    if (end - first == 1) {
      Exchange only = exchanges[first];
      remove(first, end);
      outcome.accept(only);
    } else if (end > first) {
      Exchange[] all = Arrays.copyOfRange(exchanges, first, end);
      remove(first, end);
      for (Exchange each : all) {
        outcome.accept(each);
      }
    }
    return end > first;
  }

  private int first(int key) {
    int first = 0;
    while (first < size && keys[first] != key) {
      first++;
    }
    return first;
  }

  /** Forgets a message; says whether it was one of these. */
  boolean forget(Exchange exchange) {
    for (int i = 0; i < size; i++) {
      if (exchanges[i] == exchange) {
        remove(i, i + 1);
        return true;
      }
    }
    return false;
  }

  /** Fails all of them. */
  void fail(Cause cause) {
    Exchange[] all = Arrays.copyOf(exchanges, size);
    keys = NONE;
    exchanges = NO_EXCHANGES;
    size = 0;
    for (Exchange each : all) {
      each.failed(cause);
    }
  }

  private void remove(int from, int to) {
    System.arraycopy(keys, to, keys, from, size - to);
    System.arraycopy(exchanges, to, exchanges, from, size - to);
    Arrays.fill(exchanges, size - (to - from), size, null);
    size -= to - from;
  }
}
