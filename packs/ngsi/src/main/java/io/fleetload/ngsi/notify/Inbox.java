// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.Flaw;
import io.fleetload.ngsi.profile.NgsiFlow;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notifications that arrived and are not in the books yet. The threads of the HTTP servers fill it,
 * the one that keeps the books empties it.
 */
final class Inbox {
  /** Bounds the memory. */
  private static final int MOST_WAITING = 100_000;

  private final Map<String, NgsiFlow> flows;
  private final NgsiProfile profile;
  private final Receivers receivers;
  private final SentEntities sent;
  private final RunId run;
  private final BlockingQueue<Notification> waiting;
  private final AtomicLong notAsked = new AtomicLong();

  /**
   * An inbox of a run.
   *
   * @param waiting where what came waits for the thread that keeps the books
   * @param sent what the users write
   * @param run the run of the messages that count; null if it is not known yet
   */
  Inbox(
      BlockingQueue<Notification> waiting,
      NgsiProfile profile,
      Receivers receivers,
      SentEntities sent,
      RunId run) {
    this.waiting = waiting;
    this.profile = profile;
    this.flows = profile.flows();
    this.receivers = receivers;
    this.sent = sent;
    this.run = run;
  }

  /** Returns whether to read on; a server that finds no room tries again a little later. */
  boolean hasRoom() {
    return waiting.size() < MOST_WAITING;
  }

  /** Number of entities that are of requests which the profile does not call {@code notified}. */
  long notAsked() {
    return notAsked.get();
  }

  /** A request came to a path that is not one of this run. */
  void foreign(long nanos) {
    waiting.add(Notification.strange(Notification.Kind.FOREIGN, 1, nanos));
  }

  /** A notification came that was not read. */
  void unread(long nanos) {
    unread(1, nanos);
  }

  private void unread(int entities, long nanos) {
    waiting.add(Notification.strange(Notification.Kind.UNSTAMPED, entities, nanos));
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
            sent.compared(),
            new NotifiedStamps.Listener() {
              @Override
              public void stamped(
                  Stamp stamp, String entity, int index, Map<String, Object> values) {
                if (!isAwaited(stamp, index, nanos)) {
                  return;
                }
                long thing = EntityOrder.thing(receivers.overall(group, number), entity, stamp);
                int receiver = receivers.receiver(group, number, index);
                Set<Flaw> flaws = sent.flaws(group, number, stamp, index, entity, values);
                waiting.add(
                    new Notification(
                        Notification.Kind.STAMPED, stamp, receiver, thing, 1, flaws, nanos));
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

  /** Returns whether it is of a request of this run that is notified; counts it if it is not. */
  private boolean isAwaited(Stamp stamp, int index, long nanos) {
    NgsiFlow flow = flows.get(stamp.flow());
    if (run != null && !run.equals(stamp.run())) {
      foreign(nanos);
    } else if (flow == null || index >= flow.entities()) {
      unread(nanos);
    } else if (!flow.notified()) {
      notAsked.incrementAndGet();
    } else {
      return true;
    }
    return false;
  }
}
