// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;

/** The calls on a connection that have no outcome yet; over a limit they wait for their turn. */
final class CallsUnderWay {
  private final int most;
  private final IdentityHashMap<Exchange, GrpcExchange> calls = new IdentityHashMap<>();
  private final Deque<GrpcExchange> waiting = new ArrayDeque<>();
  private GrpcConnection connection;

  /**
   * None yet.
   *
   * @param most so many at once; further ones wait
   */
  CallsUnderWay(int most) {
    this.most = most;
  }

  /** The connection that calls are made on from now on. */
  void on(GrpcConnection next) {
    connection = next;
  }

  void add(GrpcExchange call) {
    if (calls.size() < most) {
      start(call);
    } else {
      waiting.addLast(call);
    }
  }

  private void start(GrpcExchange call) {
    calls.put(call.exchange(), call);
    call.start(connection, this);
  }

  /** Checks whether a call has no outcome yet. */
  boolean has(GrpcExchange call) {
    return calls.get(call.exchange()) == call;
  }

  /**
   * A call has its outcome.
   *
   * @return false where it had one before
   */
  boolean leave(GrpcExchange call) {
    boolean was = calls.remove(call.exchange(), call);
    if (was && !waiting.isEmpty()) {
      start(waiting.pollFirst());
    }
    return was;
  }

  /** Gives a call up; its outcome is decided elsewhere. */
  void abandon(Exchange exchange) {
    GrpcExchange call = calls.get(exchange);
    if (call == null) {
      waiting.removeIf(each -> each.exchange() == exchange);
    } else {
      leave(call);
      call.abandon();
    }
  }

  /** All fail for the same cause. */
  void fail(Cause cause) {
    List<GrpcExchange> lost = new ArrayList<>(calls.values());
    calls.clear();
    lost.forEach(each -> each.exchange().failed(cause));
    failWaiting(cause);
  }

  /** Fails the calls that were not sent, for the same cause. */
  void failWaiting(Cause cause) {
    List<GrpcExchange> unsent = List.copyOf(waiting);
    waiting.clear();
    unsent.forEach(each -> each.exchange().failed(cause));
  }
}
