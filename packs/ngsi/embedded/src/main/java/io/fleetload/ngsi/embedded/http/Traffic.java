// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.http;

import java.util.concurrent.atomic.LongAdder;

/** The counts of the broker; the metrics page shows them. */
public final class Traffic {
  public final LongAdder connections = new LongAdder();
  public final LongAdder accepted = new LongAdder();
  public final LongAdder requests = new LongAdder();

  /** Answered with 503 on purpose. */
  public final LongAdder refused = new LongAdder();

  /** Queries that found nothing on purpose. */
  public final LongAdder emptied = new LongAdder();

  public final LongAdder entities = new LongAdder();
  public final LongAdder subscriptions = new LongAdder();

  /** Instances of attributes in the history. */
  public final LongAdder instances = new LongAdder();

  /** Notifications that wait, or are not answered yet. */
  public final LongAdder underWay = new LongAdder();

  /** Notifications that a receiver has answered with a status below 300. */
  public final LongAdder notified = new LongAdder();

  /** Notifications that no receiver took. */
  public final LongAdder notNotified = new LongAdder();

  /** Notifications that found too many others waiting. */
  public final LongAdder dropped = new LongAdder();

  public final LongAdder lost = new LongAdder();
  public final LongAdder repeated = new LongAdder();
  public final LongAdder merged = new LongAdder();
}
