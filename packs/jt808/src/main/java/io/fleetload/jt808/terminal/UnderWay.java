// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The messages of one terminal that the platform has not acknowledged, by id and serial number. The
 * oldest is most often the first to be acknowledged. Several have the same serial where they went
 * in one batch.
 */
final class UnderWay {
  private static final int[] NONE = {};
  private static final Exchange[] NO_EXCHANGES = {};
  private static final int FEW = 2;

  private int[] keys = NONE;
  private Exchange[] exchanges = NO_EXCHANGES;
  private int size;

  /** Notes a message that was sent. */
  void add(int id, int serial, Exchange exchange) {
    if (size == keys.length) {
      int room = Math.max(FEW, 2 * size);
      keys = Arrays.copyOf(keys, room);
      exchanges = Arrays.copyOf(exchanges, room);
    }
    keys[size] = key(id, serial);
    exchanges[size++] = exchange;
  }

  /**
   * The platform answered.
   *
   * @param outcome told of each message with that id and serial; it may send further ones
   * @return whether there was one
   */
  boolean answered(int id, int serial, Consumer<Exchange> outcome) {
    int key = key(id, serial);
    int first = 0;
    while (first < size && keys[first] != key) {
      first++;
    }
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

  private static int key(int id, int serial) {
    return (id << 16) | (serial & 0xffff);
  }
}
