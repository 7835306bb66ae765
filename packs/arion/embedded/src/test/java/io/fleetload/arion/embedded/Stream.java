// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream in both directions; what comes waits until it is asked for. */
final class Stream<Q, A> {
  private static final long PATIENCE_SECONDS = 120;

  private final ClientCall<Q, A> call;
  private final BlockingQueue<Event<A>> events = new LinkedBlockingQueue<>();

  /** An answer, or the status at the end. */
  private record Event<A>(A answer, Status end) {}

  Stream(ClientCall<Q, A> call, int taken) {
    this.call = call;
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(A answer) {
            events.add(new Event<>(answer, null));
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            events.add(new Event<>(null, status));
          }
        },
        new Metadata());
    take(taken);
  }

  /** Lets so many more answers come. */
  void take(int answers) {
    if (answers > 0) {
      call.request(answers);
    }
  }

  void send(Q request) {
    call.sendMessage(request);
  }

  void halfClose() {
    call.halfClose();
  }

  void cancel() {
    call.cancel("the test has seen enough", null);
  }

  A next() throws InterruptedException {
    Event<A> next = event();
    if (next.answer == null) {
      throw new AssertionError("ended with " + next.end);
    }
    return next.answer;
  }

  List<A> next(int count) throws InterruptedException {
    List<A> answers = new ArrayList<>();
    while (answers.size() < count) {
      answers.add(next());
    }
    return answers;
  }

  /** All answers until the stream ends with OK. */
  List<A> rest() throws InterruptedException {
    List<A> answers = new ArrayList<>();
    Event<A> next = event();
    while (next.answer != null) {
      answers.add(next.answer);
      next = event();
    }
    if (!next.end.isOk()) {
      throw new AssertionError("ended with " + next.end);
    }
    return answers;
  }

  /** How it ends, if no answer comes before. */
  Status end() throws InterruptedException {
    Event<A> next = event();
    if (next.end == null) {
      throw new AssertionError("not ended, but received " + next.answer);
    }
    return next.end;
  }

  private Event<A> event() throws InterruptedException {
    Event<A> next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("received nothing");
    }
    return next;
  }
}
