// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;

/**
 * The requests that wait to be sent again: a wheel of slots. Each slot has a list of the requests
 * with a wait that ends in its tick. Nearly every wait is called off by an acknowledgement, and
 * that costs the same however many there are. A wait ends up to a tick late, which RFC 7252 leaves
 * open: its waits are random by half their length (section 4.2).
 */
final class Retransmissions {
  private static final long TICK_NANOS = 50_000_000L;
  private static final int SLOTS = 256;

  private final PendingMessage[] slots = new PendingMessage[SLOTS];
  private final WireLoop loop;
  private final RunClock clock;
  private long lastTick;
  private int waiting;
  private boolean turning;

  Retransmissions(WireLoop loop, RunClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** Lets a request wait; it must not wait already. */
  void await(PendingMessage waiter, long nanos) {
    long now = clock.nanos();
    waiter.waitsUntil = now + nanos;
    long tick = waiter.waitsUntil / TICK_NANOS + 1;
    int slot = (int) Math.floorMod(tick, (long) SLOTS);
    waiter.slot = slot;
    waiter.nextInSlot = slots[slot];
    if (slots[slot] != null) {
      slots[slot].previousInSlot = waiter;
    }
    slots[slot] = waiter;
    waiting++;
    if (!turning) {
      turning = true;
      lastTick = now / TICK_NANOS;
      loop.after(TICK_NANOS, this::turn);
    }
  }

  /** Calls the wait off; does nothing if there is no wait. */
  void callOff(PendingMessage waiter) {
    if (waiter.slot < 0) {
      return;
    }
    if (waiter.previousInSlot == null) {
      slots[waiter.slot] = waiter.nextInSlot;
    } else {
      waiter.previousInSlot.nextInSlot = waiter.nextInSlot;
    }
    if (waiter.nextInSlot != null) {
      waiter.nextInSlot.previousInSlot = waiter.previousInSlot;
    }
    waiter.nextInSlot = null;
    waiter.previousInSlot = null;
    waiter.slot = -1;
    waiting--;
  }

  private void turn() {
    long now = clock.nanos();
    long tick = now / TICK_NANOS;
    // After a pause longer than a whole turn every slot is looked at once, not more.
    long from = Math.max(lastTick + 1, tick - SLOTS + 1);
    lastTick = tick;
    for (long each = from; each <= tick; each++) {
      ring((int) Math.floorMod(each, (long) SLOTS), now);
    }
    if (waiting > 0) {
      loop.after(TICK_NANOS, this::turn);
    } else {
      turning = false;
    }
  }

  private void ring(int slot, long now) {
    PendingMessage each = slots[slot];
    while (each != null) {
      PendingMessage next = each.nextInSlot;
      // The others in this slot wait for a later turn of the wheel.
      if (each.waitsUntil <= now) {
        callOff(each);
        each.waitIsOver();
        // What one does may end others, the next one included.
        next = next == null || next.slot == slot ? next : slots[slot];
      }
      each = next;
    }
  }

  /**
   * A message that waits. It carries its own place in the wheel, so a wait costs no memory of its
   * own.
   */
  abstract static class PendingMessage {
    private PendingMessage nextInSlot;
    private PendingMessage previousInSlot;
    private int slot = -1;
    private long waitsUntil;

    /** No answer came in time. */
    abstract void waitIsOver();
  }
}
