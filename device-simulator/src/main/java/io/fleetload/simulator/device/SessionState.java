// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The state of each session. It is new until it opens. An open one can be lost at any time: it is
 * away until it opens again. One that leaves first waits, without sending, for the outcomes of what
 * is under way on it. What is due for a session that leaves or is away waits.
 *
 * <p>Where a device joins the fleet later, its session is later until then, and joins until it
 * opens for the first time. What is due for a session that joins waits. Where a device leaves for
 * good, its session parts: it stays as it is until nothing is under way on it, and is gone then.
 * Nothing falls due for a session that is later, parts or is gone.
 */
final class SessionState {
  private enum State {
    LATER,
    NEW,
    JOINING,
    OPEN,
    LEAVING,
    AWAY,
    GONE
  }

  private final State[] states;
  private final BitSet parting = new BitSet();
  private final List<IntConsumer> onReopen = new ArrayList<>();

  SessionState(int sessions) {
    this.states = new State[sessions];
    Arrays.fill(states, State.NEW);
  }

  /**
   * Calls the listener for each session that opened again, or as its device joined: what waited for
   * it can go.
   */
  void onReopen(IntConsumer listener) {
    onReopen.add(listener);
  }

  /** Returns whether it opened once, or joins; it may be away. */
  boolean wasOpened(int session) {
    return states[session] != State.NEW;
  }

  /** Returns whether it has not opened yet, as its device has just joined. */
  boolean isJoining(int session) {
    return states[session] == State.JOINING;
  }

  /** Returns whether its device has not joined yet, or leaves or has left for good. */
  boolean isOfNoDevice(int session) {
    return states[session] == State.LATER || parting.get(session);
  }

  /** Returns whether it ends for good once nothing is under way on it, or has ended so. */
  boolean isParting(int session) {
    return parting.get(session);
  }

  /** Returns whether it ended for good. */
  boolean isGone(int session) {
    return states[session] == State.GONE;
  }

  /** Its device joins later. */
  void later(int session) {
    states[session] = State.LATER;
  }

  /** Its device joins: what is due waits until it opens. */
  void join(int session) {
    states[session] = State.JOINING;
  }

  /** One that joins could not be opened. */
  void refused(int session) {
    states[session] = State.NEW;
  }

  /** Its device leaves for good. */
  void part(int session) {
    parting.set(session);
  }

  /** Nothing is under way on one that parts; says whether it was there until now. */
  boolean parted(int session) {
    return end(session, State.GONE);
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

  /** Begins to leave; says whether it was open, and was not to end for good. */
  boolean leave(int session) {
    boolean was = isOpen(session) && !parting.get(session);
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
    return end(session, State.AWAY);
  }

  private boolean end(int session, State state) {
    boolean was = isOpen(session) || states[session] == State.LEAVING;
    if (was) {
      states[session] = state;
    }
    return was;
  }
}
