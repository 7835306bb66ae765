// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.fault;

/** Picks a share of what passes, evenly, and the same each time. For one thread. */
public final class Share {
  /** A share such as 0.1 has no exact double; its tenth of a percent of 1,000 is still 1. */
  private static final double ROUNDING = 1e-9;

  private final double percent;
  private long passed;
  private long picked;

  public Share(double percent) {
    this.percent = percent;
  }

  /** Returns whether the next one is of the share. */
  public boolean picksNext() {
    passed++;
    long due = (long) Math.floor(passed * percent / 100 + ROUNDING);
    boolean picks = due > picked;
    picked = due;
    return picks;
  }
}
