// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

/**
 * Number of notifications that wait in all outboxes; it is bounded, so that a slow receiver costs
 * no memory.
 */
public final class OutboxLimit {
  private final int most;
  private int now;

  public OutboxLimit(int most) {
    this.most = most;
  }

  boolean enter() {
    if (now == most) {
      return false;
    }
    now++;
    return true;
  }

  void leave() {
    now--;
  }
}
