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
  private final MqttSession[] slots = new MqttSession[SLOTS];
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
  void add(MqttSession session, int tick) {
    if (!turning) {
      turning = true;
      now = tickOfTheClock();
      loop.after(TICK_NANOS, turn);
    }
    put(session, tick);
  }

  /** Starts the clock where no session is looked after, and returns its tick. */
  int start() {
    if (!turning) {
      now = tickOfTheClock();
    }
    return now;
  }

  private void put(MqttSession session, int tick) {
    session.wheelTick = Math.max(tick, now + 1);
    MqttSession first = slots[session.wheelTick % SLOTS];
    session.wheelNext = first;
    session.wheelPrevious = null;
    if (first != null) {
      first.wheelPrevious = session;
    }
    slots[session.wheelTick % SLOTS] = session;
    size++;
  }

  /** Looks at a session no more. */
  void remove(MqttSession session) {
    if (session.wheelTick < 0) {
      return;
    }
    if (session.wheelPrevious != null) {
      session.wheelPrevious.wheelNext = session.wheelNext;
    } else {
      slots[session.wheelTick % SLOTS] = session.wheelNext;
    }
    if (session.wheelNext != null) {
      session.wheelNext.wheelPrevious = session.wheelPrevious;
    }
    session.wheelNext = null;
    session.wheelPrevious = null;
    session.wheelTick = -1;
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
    MqttSession next;
    for (MqttSession each = slots[slot]; each != null; each = next) {
      next = each.wheelNext;
      if (each.wheelTick <= now) {
        remove(each);
        int tick = each.keepAlive(now);
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
