// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;
import io.fleetload.flow.FlowSpec;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.simulator.measure.FlowBook;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A flow of steps: each message is due when the outcome before it in its iteration is there and the
 * time to think is over. A step waits until its session is open again. A device does not fall
 * asleep within an iteration; one that leaves for good ends it.
 */
final class StepFlow extends DueFlow {
  private final HeadFlow head;
  private final Followers followers;
  private final StepPart part;
  private final Runnable askAgain;

  /** All think for the same time, so the first that came is due first. */
  private final Deque<Iteration> thinking = new ArrayDeque<>();

  /** Iterations that have a message due, by the session that is away. */
  private final Map<Integer, List<Iteration>> waiting = new HashMap<>();

  /**
   * The part of a step in the iterations.
   *
   * @param most how many messages an iteration has of it at most
   * @param share of how many of these messages it is taken, 0 to 1
   */
  record StepPart(int most, double share) {
    /** The part of a step after this one. */
    StepPart of(int times, double itsShare) {
      return new StepPart(most * times, share * itsShare);
    }

    /** A rate of it, of the rate of iterations; null for none. */
    Double rate(Double iterations) {
      return iterations == null ? null : (Double) (iterations * most * share);
    }
  }

  /**
   * A flow.
   *
   * @param askAgain makes {@link #nextDue} be asked, as it may be sooner than it was
   */
  StepFlow(
      SharedByFlows shared,
      FlowSpec spec,
      FlowBook book,
      Answers answers,
      HeadFlow head,
      Followers followers,
      StepPart part,
      Runnable askAgain) {
    super(shared, spec, book, answers);
    this.head = head;
    this.followers = followers;
    this.part = part;
    this.askAgain = askAgain;
  }

  Followers followers() {
    return followers;
  }

  int times() {
    return spec.step().times();
  }

  /** The next message of an iteration is of this flow. */
  void take(Iteration iteration) {
    iteration.due(clock.nanos() + spec.step().think().nanos());
    thinking.addLast(iteration);
    if (thinking.peekFirst() == iteration) {
      askAgain.run();
    }
  }

  /** A message is not sent, as what is before it was not, or failed. */
  void leaveOut(int n, NotSent cause) {
    book.scheduled(n, clock.nanos());
    book.notSent(n, cause);
  }

  @Override
  long nextDue() {
    return thinking.isEmpty() ? Long.MAX_VALUE : thinking.peekFirst().dueNanos();
  }

  @Override
  void fireNext(long now) {
    Iteration iteration = thinking.pollFirst();
    scheduled(iteration.stepNumber(), iteration.dueNanos(), now);
    int session = fleet.session(iteration.device());
    if (sessions.isGone(session)) {
      book.notSent(iteration.stepNumber(), NotSent.AWAY);
      iteration.endsFor(NotSent.AWAY);
    } else if (sessions.isOpen(session)) {
      sendDue(message(iteration));
    } else {
      waiting.computeIfAbsent(session, each -> new ArrayList<>()).add(iteration);
    }
  }

  @Override
  void reopened(int session) {
    List<Iteration> ready = waiting.remove(session);
    if (ready != null) {
      ready.forEach(each -> inFlight.send(message(each)));
    }
  }

  @Override
  void settled(SentMessage message, Inbound inbound, Cause failure) {
    message.iteration().goOn(inbound, failure);
  }

  @Override
  void dropped(SentMessage message, NotSent cause) {
    message.iteration().endsFor(cause);
  }

  @Override
  Iteration iteration(SentMessage message) {
    return message.iteration();
  }

  @Override
  public void end() {
    drop(NotSent.RUN_ENDED);
  }

  @Override
  void dropWaiting() {
    drop(NotSent.WARM_UP_OVER);
  }

  @Override
  boolean wentRound() {
    return head.wentRound();
  }

  @Override
  long doneNanos() {
    return head.doneNanos();
  }

  @Override
  void measuringIsDecided() {
    // Whatever is due next is a matter of its iteration.
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return part.rate(head.asked(fromNanos, toNanos));
  }

  @Override
  public DeviceBook.DeviceFlow snapshot() {
    ClosedModel closed =
        head.figuresOfStep(
            part.share == 1 ? (Integer) part.most : null, spec.step().think().nanos());
    return closed == null ? super.snapshot() : super.snapshot().with(closed);
  }

  private SentMessage message(Iteration iteration) {
    return new SentMessage(
        iteration.device(), iteration.stepNumber(), iteration.dueNanos(), iteration);
  }

  private void drop(NotSent cause) {
    List<Iteration> thought = List.copyOf(thinking);
    thinking.clear();
    for (Iteration each : thought) {
      leaveOut(each.stepNumber(), cause);
      each.endsFor(cause);
    }
    List<Iteration> waited = waiting.values().stream().flatMap(List::stream).toList();
    waiting.clear();
    for (Iteration each : waited) {
      book.notSent(each.stepNumber(), NotSent.NOT_CONNECTED);
      each.endsFor(cause);
    }
    inFlight.drop(cause);
  }
}
