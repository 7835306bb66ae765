// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The state of each session. It is new until it opens. An open one can be lost at any time: it is
 * away until it opens again. One that leaves first waits, without sending, for the outcomes of what
 * is under way on it. What is due for a session that leaves or is away waits.
 */
final class SessionState {
  private enum State {
    NEW,
    OPEN,
    LEAVING,
    AWAY
  }

  private final State[] states;
  private final List<IntConsumer> onReopen = new ArrayList<>();

  SessionState(int sessions) {
    this.states = new State[sessions];
    Arrays.fill(states, State.NEW);
  }

  /** Calls the listener for each session that opened again: what waited for it can go. */
  void onReopen(IntConsumer listener) {
    onReopen.add(listener);
  }

  /** Returns whether it opened once; it may be away. */
  boolean wasOpened(int session) {
    return states[session] != State.NEW;
  }

  /** Returns whether a message can go out on it now. */
  boolean isOpen(int session) {
    return states[session] == State.OPEN;
  }

  void open(int session) {
    boolean again = wasOpened(session);
    states[session] = State.OPEN;
    if (again) {
      onReopen.forEach(each -> each.accept(session));
    }
  }

  /** Begins to leave; says whether it was open. */
  boolean leave(int session) {
    boolean was = isOpen(session);
    if (was) {
      states[session] = State.LEAVING;
    }
    return was;
  }

  /** Nothing is under way on it any more; says whether it was about to leave, and is away now. */
  boolean left(int session) {
    boolean was = states[session] == State.LEAVING;
    if (was) {
      states[session] = State.AWAY;
    }
    return was;
  }

  /** It is away; says whether it was there until now. */
  boolean lose(int session) {
    boolean was = isOpen(session) || states[session] == State.LEAVING;
    if (was) {
      states[session] = State.AWAY;
    }
    return was;
  }
}
