// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.store.RuleListener;
import io.fleetload.arion.embedded.store.Rules;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One watch: what is to be sent waits here while the client does not take it. */
final class Watcher implements StreamObserver<ArionWingRequest> {
  private final ServerCallStreamObserver<NeighborRule> out;
  private final Rules rules;
  private final Traffic traffic;
  private final Deque<Iterator<NeighborRule>> waiting = new ArrayDeque<>();
  private final Map<String, RuleListener> groups = new ConcurrentHashMap<>();

  Watcher(ServerCallStreamObserver<NeighborRule> out, Rules rules, Traffic traffic) {
    this.out = out;
    this.rules = rules;
    this.traffic = traffic;
    out.setOnReadyHandler(this::send);
    out.setOnCancelHandler(this::leave);
    traffic.watchersCame.increment();
  }

  @Override
  public void onNext(ArionWingRequest request) {
    RuleListener listener = new Subscription(request.getRev());
    if (groups.putIfAbsent(request.getGroup(), listener) == null) {
      rules.join(request.getGroup(), listener);
    }
  }

  private synchronized void add(Iterator<NeighborRule> more) {
    waiting.add(more);
    send();
  }

  private synchronized void send() {
    while (!waiting.isEmpty() && out.isReady()) {
      Iterator<NeighborRule> first = waiting.element();
      if (first.hasNext()) {
        out.onNext(first.next());
        traffic.watched.increment();
      } else {
        waiting.remove();
      }
    }
  }

  private void leave() {
    groups.forEach(rules::leave);
    traffic.watchersLeft.increment();
  }

  /** Ends a watch that asked for no group, as it has nothing to wait for. */
  @Override
  public void onCompleted() {
    if (groups.isEmpty()) {
      leave();
      out.onCompleted();
    }
  }

  @Override
  public void onError(Throwable gone) {}

  /** To one group. */
  private final class Subscription implements RuleListener {
    private final long oldest;

    Subscription(long oldest) {
      this.oldest = oldest;
    }

    @Override
    public void loaded(List<NeighborRule> all) {
      add(all.stream().filter(each -> each.getVersion() >= oldest).iterator());
    }

    @Override
    public void changed(NeighborRule rule) {
      add(Collections.singleton(rule).iterator());
    }
  }
}
