// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import java.util.Arrays;

/**
 * Packet ids in use, from 1 to 65,535 (5:2.2.1), each with what it is used for. An id is at its own
 * place in a table that is as large as the most that were in use at once, so that finding it needs
 * no search. Ids go on counting, so that an answer to an old one meets no new one.
 */
final class PacketIds {
  static final int MOST = 65_535;
  private static final int LEAST = 2;
  private static final int LARGEST = 1 << 16;
  private static final int KIND_SHIFT = 16;

  private int[] places = new int[LEAST];
  private OutgoingRequest[] requests = new OutgoingRequest[LEAST];
  private int[] order = new int[LEAST];
  private int size;
  private int next = 1;
  private int taken;

  int size() {
    return size;
  }

  /**
   * Takes an id that is not in use.
   *
   * @return 0 if all are in use
   */
  int take(int kind, OutgoingRequest request) {
    if (size == MOST) {
      return 0;
    }
    if (places.length < LARGEST && size >= places.length - (places.length >> 2)) {
      grow();
    }
    while (places[place(next)] != 0) {
      advance();
    }
    int id = next;
    advance();
    places[place(id)] = id | kind << KIND_SHIFT;
    requests[place(id)] = request;
    order[place(id)] = taken++;
    size++;
    return id;
  }

  private void advance() {
    next = next == MOST ? 1 : next + 1;
  }

  private int place(int id) {
    return id & (places.length - 1);
  }

  private void grow() {
    int[] oldPlaces = places;
    OutgoingRequest[] oldRequests = requests;
    int[] oldOrder = order;
    places = new int[2 * oldPlaces.length];
    requests = new OutgoingRequest[places.length];
    order = new int[places.length];
    for (int i = 0; i < oldPlaces.length; i++) {
      if (oldPlaces[i] != 0) {
        int to = place(oldPlaces[i] & MOST);
        places[to] = oldPlaces[i];
        requests[to] = oldRequests[i];
        order[to] = oldOrder[i];
      }
    }
  }

  /** Kind of use of an id; 0 if it is not in use. */
  int kind(int id) {
    int found = places[place(id)];
    return (found & MOST) == id ? found >>> KIND_SHIFT : 0;
  }

  /** Changes what an id in use is used for. */
  void kind(int id, int kind) {
    places[place(id)] = id | kind << KIND_SHIFT;
  }

  /** The user of an id that is in use. */
  OutgoingRequest request(int id) {
    return requests[place(id)];
  }

  /** The user of an id that has that token; null if no user has it. */
  OutgoingRequest find(Object token) {
    for (OutgoingRequest each : requests) {
      if (each != null && each.token() == token) {
        return each;
      }
    }
    return null;
  }

  /** Frees an id that is in use, and returns what used it. */
  OutgoingRequest free(int id) {
    int place = place(id);
    OutgoingRequest request = requests[place];
    places[place] = 0;
    requests[place] = null;
    size--;
    return request;
  }

  /** The ids in use, in the order in which they were taken. */
  int[] inOrder() {
    long[] keys = new long[size];
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      if (places[i] != 0) {
        long age = Integer.toUnsignedLong(taken - order[i]);
        keys[count++] = (-age << KIND_SHIFT) | (places[i] & MOST);
      }
    }
    Arrays.sort(keys);
    int[] ids = new int[count];
    for (int i = 0; i < count; i++) {
      ids[i] = (int) keys[i] & MOST;
    }
    return ids;
  }
}
