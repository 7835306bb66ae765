// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.process.StopSignal;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Access of a command to the namespace that it works in.
 *
 * @param every time between two looks
 * @param stop says when the user wants all to stop
 * @param say receives the lines for people
 */
record Sight(LoadNamespace namespace, Duration every, StopSignal stop, Consumer<String> say) {
  /**
   * Looks at a run until the user wants all to stop.
   *
   * @param listener receives the pods at each look
   */
  Lookout lookout(String run, ClusterOrder order, Lookout.PodListener listener) {
    return new Lookout(this, run, order, stop, listener);
  }

  /** Looks at a run whatever the user wants. */
  Lookout toTheEnd(String run, ClusterOrder order) {
    return new Lookout(this, run, order, new StopSignal(), pods -> {});
  }

  /** Waits for something; says whether it happened. */
  boolean await(Duration longest, BooleanSupplier happened) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!happened.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(every.toMillis());
    }
    return true;
  }
}
