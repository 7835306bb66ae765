// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.ngsi.NgsiFlow;
import io.fleetload.ngsi.NgsiProfile;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What arrived and is not in the books yet. The threads of the HTTP servers fill it, the one that
 * keeps the books empties it.
 */
final class Inbox {
  /** Bounds the memory. */
  private static final int MOST_WAITING = 100_000;

  private final Map<String, NgsiFlow> flows;
  private final NgsiProfile profile;
  private final Receivers receivers;
  private final RunId run;
  private final BlockingQueue<Notified> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong notAsked = new AtomicLong();

  /**
   * An empty one.
   *
   * @param run the run whose messages count; null where nobody knows it yet
   */
  Inbox(NgsiProfile profile, Receivers receivers, RunId run) {
    this.profile = profile;
    this.flows = profile.flows();
    this.receivers = receivers;
    this.run = run;
  }

  /** Whether to read on; who finds no room tries again a little later. */
  boolean hasRoom() {
    return waiting.size() < MOST_WAITING;
  }

  /** What the thread that keeps the books takes from. */
  BlockingQueue<Notified> waiting() {
    return waiting;
  }

  /** How many entities told of requests that the profile does not call {@code notified}. */
  long notAsked() {
    return notAsked.get();
  }

  /** A request came to a path that is none of this run. */
  void foreign(long nanos) {
    waiting.add(new Notified(Notified.Kind.FOREIGN, null, 0, 0, 1, nanos));
  }

  /** A notification came that was not read. */
  void unread(long nanos) {
    unread(1, nanos);
  }

  private void unread(int entities, long nanos) {
    waiting.add(new Notified(Notified.Kind.UNSTAMPED, null, 0, 0, entities, nanos));
  }

  /**
   * A subscription was notified.
   *
   * @param nanos when that arrived, monotonic time in ns
   */
  void notified(int group, int number, byte[] notification, long nanos) {
    // One notification may have millions of entities that say nothing.
    int[] unstamped = new int[1];
    new NotifiedStamps(
            profile.subscriptions().get(group).stamp(),
            new NotifiedStamps.Listener() {
              @Override
              public void stamped(Stamp stamp, String entity, int index) {
                long thing = EntityOrder.thing(receivers.overall(group, number), entity, stamp);
                int receiver = receivers.receiver(group, number, index);
                take(new Notified(Notified.Kind.STAMPED, stamp, receiver, thing, 1, nanos), index);
              }

              @Override
              public void unstamped() {
                unstamped[0]++;
              }
            })
        .read(notification);
    if (unstamped[0] > 0) {
      unread(unstamped[0], nanos);
    }
  }

  private void take(Notified each, int index) {
    NgsiFlow flow = flows.get(each.stamp().flow());
    if (run != null && !run.equals(each.stamp().run())) {
      foreign(each.nanos());
    } else if (flow == null || index >= flow.entities()) {
      unread(each.nanos());
    } else if (!flow.notified()) {
      notAsked.incrementAndGet();
    } else {
      waiting.add(each);
    }
  }
}
