// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.WireLoop;
import java.util.function.LongSupplier;

/**
 * Looks after the keep-alive of all sessions of a thread with one timer: each session is in the
 * slot of the tick in which it is to be looked at.
 */
final class KeepAliveWheel {
  static final long TICK_NANOS = 100_000_000L;
  static final int TICKS_A_SECOND = 10;
  private static final int SLOTS = 512;

  private final WireLoop loop;
  private final LongSupplier nanos;
  private final long began;
  private final Runnable turn = this::turn;
  private final KeepAlive[] slots = new KeepAlive[SLOTS];

  /** The next one to look at in a slot; what one does may remove others. */
  private KeepAlive cursor;

  private int now;
  private int size;
  private boolean turning;

  KeepAliveWheel(WireLoop loop, LongSupplier nanos) {
    this.loop = loop;
    this.nanos = nanos;
    this.began = nanos.getAsLong();
  }

  /** The tick that it is in, as of its last turn. */
  int now() {
    return now;
  }

  /** Looks at a session that it does not have, in that tick. */
  void add(KeepAlive added, int tick) {
    if (!turning) {
      turning = true;
      now = tickOfTheClock();
      loop.after(TICK_NANOS, turn);
    }
    put(added, tick);
  }

  /** Starts the clock where no session is looked after, and returns its tick. */
  int start() {
    if (!turning) {
      now = tickOfTheClock();
    }
    return now;
  }

  private void put(KeepAlive added, int tick) {
    added.wheelTick = Math.max(tick, now + 1);
    KeepAlive first = slots[added.wheelTick % SLOTS];
    added.next = first;
    added.previous = null;
    if (first != null) {
      first.previous = added;
    }
    slots[added.wheelTick % SLOTS] = added;
    size++;
  }

  /** Looks at a session no more. */
  void remove(KeepAlive added) {
    if (added.wheelTick < 0) {
      return;
    }
    if (cursor == added) {
      cursor = added.next;
    }
    if (added.previous != null) {
      added.previous.next = added.next;
    } else {
      slots[added.wheelTick % SLOTS] = added.next;
    }
    if (added.next != null) {
      added.next.previous = added.previous;
    }
    added.next = null;
    added.previous = null;
    added.wheelTick = -1;
    size--;
  }

  private void turn() {
    int until = tickOfTheClock();
    // Of a longer time each slot is looked at once.
    now = Math.max(now, until - SLOTS);
    while (now < until) {
      now++;
      lookAt(now % SLOTS);
    }
    turning = size > 0;
    if (turning) {
      loop.after(TICK_NANOS, turn);
    }
  }

  private void lookAt(int slot) {
    for (KeepAlive each = slots[slot]; each != null; each = cursor) {
      cursor = each.next;
      if (each.wheelTick <= now) {
        remove(each);
        int tick = each.look(now);
        if (tick >= 0 && each.wheelTick < 0) {
          put(each, tick);
        }
      }
    }
  }

  private int tickOfTheClock() {
    return (int) ((nanos.getAsLong() - began) / TICK_NANOS);
  }
}
