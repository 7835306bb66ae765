// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Bound on the bytes of notifications that are in memory at once, from all senders. One that finds
 * no room waits for its turn and is not read meanwhile. For several threads.
 */
final class BodyRoom {
  private final long most;
  private final Deque<Place> waiting = new ArrayDeque<>();
  private long held;

  /** Room that one notification has or waits for. */
  private record Place(long bytes, Runnable then) {}

  /**
   * An empty room.
   *
   * @param most bytes; none that enters may need more
   */
  BodyRoom(long most) {
    this.most = most;
  }

  /** Takes so many bytes, now or as soon as there is room, and runs something then. */
  void enter(long bytes, Runnable then) {
    synchronized (this) {
      if (!waiting.isEmpty() || held + bytes > most) {
        waiting.add(new Place(bytes, then));
        return;
      }
      held += bytes;
    }
    then.run();
  }

  /** Gives bytes back. */
  void leave(long bytes) {
    List<Runnable> next = new ArrayList<>();
    synchronized (this) {
      held -= bytes;
      while (!waiting.isEmpty() && held + waiting.peek().bytes() <= most) {
        Place place = waiting.poll();
        held += place.bytes();
        next.add(place.then());
      }
    }
    next.forEach(Runnable::run);
  }
}
