// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which sessions can carry a message now. One that is held was open and will be again: what is due
 * for it waits. Counts what is under way on each, so that a device can leave when it is done.
 */
final class Presence {
  private final BitSet opened = new BitSet();
  private final BitSet held = new BitSet();
  private final int[] underWay;
  private final List<IntConsumer> onRelease = new ArrayList<>();
  private IntConsumer onIdle = session -> {};

  Presence(int sessions) {
    this.underWay = new int[sessions];
  }

  /** Told of each session that is released: what waited for it can go. */
  void onRelease(IntConsumer listener) {
    onRelease.add(listener);
  }

  /** Told of each held session that has nothing under way any more. */
  void onIdle(IntConsumer listener) {
    onIdle = listener;
  }

  /** Opened for the first time. */
  void open(int session) {
    opened.set(session);
  }

  /** Whether it was opened once; it may be held. */
  boolean opened(int session) {
    return opened.get(session);
  }

  /** Whether a message can go out on it now. */
  boolean ready(int session) {
    return opened.get(session) && !held.get(session);
  }

  boolean idle(int session) {
    return underWay[session] == 0;
  }

  /** A message goes out on it. */
  void began(int session) {
    underWay[session]++;
  }

  /** A message had its outcome. */
  void ended(int session) {
    if (--underWay[session] == 0 && held.get(session)) {
      onIdle.accept(session);
    }
  }

  void hold(int session) {
    held.set(session);
  }

  void release(int session) {
    held.clear(session);
    onRelease.forEach(each -> each.accept(session));
  }
}
