// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.quantity.Turnover;
import java.util.Random;

/**
 * Sessions taken one after the other at an even pace, in an order of chance; none twice before all
 * had their turn.
 */
public final class Rounds {
  private final int[] order;
  private final double perSecond;
  private long taken;

  public Rounds(int sessions, Turnover pace, Random random) {
    this.perSecond = pace.perSecond(sessions);
    this.order = new int[sessions];
    for (int i = 0; i < sessions; i++) {
      // Fisher and Yates, inside out (Knuth, The Art of Computer Programming, volume 2, 3.4.2).
      int place = random.nextInt(i + 1);
      order[i] = order[place];
      order[place] = i;
    }
  }

  /**
   * Time at which the next one is due, in ns after the beginning; the first half a step after it.
   */
  public long dueNanos() {
    return Math.round((taken + 0.5) / perSecond * 1e9);
  }

  public int next() {
    return order[(int) (taken++ % order.length)];
  }
}
