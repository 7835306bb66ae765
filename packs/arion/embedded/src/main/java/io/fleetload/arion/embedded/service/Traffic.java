// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import java.util.concurrent.atomic.LongAdder;

/** The counts of the services; the metrics page shows them. */
public final class Traffic {
  public final LongAdder reads = new LongAdder();
  public final LongAdder streamReads = new LongAdder();
  public final LongAdder writes = new LongAdder();

  /** Keys that were asked for and are not there. */
  public final LongAdder unknown = new LongAdder();

  public final LongAdder watchersCame = new LongAdder();
  public final LongAdder watchersLeft = new LongAdder();

  /** Rules sent to watchers. */
  public final LongAdder watched = new LongAdder();
}
