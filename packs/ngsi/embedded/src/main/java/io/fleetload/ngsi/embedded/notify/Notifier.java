// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.fault.Faults;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes a notification of each change for each subscription that wants it, and does wrong what is
 * asked for. For one thread.
 */
public final class Notifier {
  /** A notification that waits for the next one of its entity is sent after this if none comes. */
  private static final long HELD_MS = 1_000;

  private final Vertx vertx;
  private final Traffic traffic;
  private final long delay;
  private final Share lost;
  private final Share repeated;
  private final Share merged;
  private final Map<Held, Long> timers = new HashMap<>();

  /** A notification that waits to be replaced. */
  private record Held(Outbox outbox, String entity) {}

  public Notifier(Vertx vertx, Traffic traffic, Faults faults) {
    this.vertx = vertx;
    this.traffic = traffic;
    this.delay = faults.delayNotifications();
    this.lost = new Share(faults.lose());
    this.repeated = new Share(faults.repeat());
    this.merged = new Share(faults.merge());
  }

  /** Notifies at once: the bodies say what the entity is now. */
  public void changed(Subscriptions subscriptions, Change change) {
    for (Subscription each : subscriptions.wanting(change)) {
      notify(each, change.entity().id(), each.form().post(change));
    }
  }

  private void notify(Subscription subscription, String entity, Form.Post post) {
    if (lost.picksNext()) {
      traffic.lost.increment();
      return;
    }
    Held held = new Held(subscription.outbox(), entity);
    Long timer = timers.remove(held);
    if (timer != null) {
      vertx.cancelTimer(timer);
      traffic.merged.increment();
    }
    if (merged.picksNext()) {
      timers.put(held, vertx.setTimer(HELD_MS, late -> sendHeld(held, post)));
      return;
    }
    send(subscription.outbox(), post);
    if (repeated.picksNext()) {
      traffic.repeated.increment();
      send(subscription.outbox(), post);
    }
  }

  private void sendHeld(Held held, Form.Post post) {
    timers.remove(held);
    send(held.outbox, post);
  }

  private void send(Outbox outbox, Form.Post post) {
    if (delay == 0) {
      outbox.add(post);
    } else {
      vertx.setTimer(delay, later -> outbox.add(post));
    }
  }
}
