// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Arion's fault in a stream: its answers are some time under way, and a half-close ends the stream
 * with OK before they are sent. Here the newest {@value #UNDER_WAY} answers wait until {@value
 * #QUIET_MS} ms pass without a request, so a stream that half-closes at once loses as many.
 */
final class LateAnswers implements StreamObserver<NeighborRulesResponse> {
  static final int UNDER_WAY = 8;
  private static final long QUIET_MS = 50;

  private final StreamObserver<NeighborRulesResponse> out;
  private final ScheduledExecutorService timer;
  private final Deque<NeighborRulesResponse> underWay = new ArrayDeque<>();
  private Future<?> quiet = CompletableFuture.completedFuture(null);

  LateAnswers(StreamObserver<NeighborRulesResponse> out, ScheduledExecutorService timer) {
    this.out = out;
    this.timer = timer;
  }

  @Override
  public synchronized void onNext(NeighborRulesResponse answer) {
    underWay.add(answer);
    if (underWay.size() > UNDER_WAY) {
      out.onNext(underWay.remove());
    }
    quiet.cancel(false);
    quiet = timer.schedule(this::send, QUIET_MS, TimeUnit.MILLISECONDS);
  }

  private synchronized void send() {
    underWay.forEach(out::onNext);
    underWay.clear();
  }

  @Override
  public synchronized void onCompleted() {
    underWay.clear();
    out.onCompleted();
  }

  @Override
  public void onError(Throwable gone) {
    throw new IllegalStateException("a stream of reads does not fail", gone);
  }
}
