// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A flow of a closed model: user u is device u of the flow's group, sends a message when it is
 * ready, and is ready for the next one when the outcome is there, those of its steps as well, and
 * the time to think is over. The intended time of a message is when its user was ready for it. The
 * users begin one after the other in the ramp.
 */
final class ClosedFlow extends HeadFlow {
  /** Least time until a user comes back after its message found no way to the target. */
  private static final long LEAST_PAUSE_NANOS = 1_000_000_000L;

  private final LoadModel.UserLoop model;
  private final Runnable askAgain;
  private final UserNumbers numbers;
  private final int mostMeasured;

  /**
   * Messages of all own users in the measured phase; {@link Long#MAX_VALUE} if the profile does not
   * limit them.
   */
  private final long toSend;

  /** By user; null if it is not an own one. */
  private final User[] users;

  private final PriorityQueue<User> ready =
      new PriorityQueue<>(
          Comparator.<User>comparingLong(user -> user.readyNanos)
              .thenComparingInt(user -> user.device));

  /** Users that are ready after the warm-up, until it is known when measuring begins. */
  private final List<User> resting = new ArrayList<>();

  private long taken;
  private long settled;
  private long lastSettledNanos;

  /** A user, its messages so far in each period, and when it is ready for the next. */
  private static final class User {
    private final int device;
    private long readyNanos;
    private int warmUp;
    private int measured;
    private boolean measuredUnderWay;

    User(int device, long readyNanos) {
      this.device = device;
      this.readyNanos = readyNanos;
    }
  }

  /**
   * A flow.
   *
   * @param askAgain makes {@link #nextDue} be asked, as it may be sooner than it was
   */
  ClosedFlow(
      SharedByFlows shared,
      FlowPlan plan,
      LoadModel.UserLoop model,
      FlowBook book,
      Answers answers,
      Runnable askAgain) {
    super(shared, plan, book, answers);
    this.model = model;
    this.askAgain = askAgain;
    this.numbers = model.numbers(fleet.measureStartNanos());
    this.mostMeasured = model.most(fleet.measureStartNanos());
    this.toSend = model.toSend(own, turns);
    this.users = new User[model.users()];
    double ramp = fleet.phases().ramp().nanos();
    for (int u = 0; u < model.users(); u++) {
      if (own.has(turns.from() + u)) {
        users[u] =
            new User(turns.from() + u, times.startNanos() + Math.round(ramp * u / model.users()));
        queue(users[u]);
      }
    }
  }

  @Override
  long nextDue() {
    return hasEnded() || ready.isEmpty() ? Long.MAX_VALUE : ready.peek().readyNanos;
  }

  @Override
  void fireNext(long now) {
    User user = ready.poll();
    long due = user.readyNanos;
    if (absence(user.device, due) != null || sessions.isJoining(fleet.session(user.device))) {
      // Who sleeps or is not there is not ready: nothing is due.
      comeBack(user, due + LEAST_PAUSE_NANOS);
      return;
    }
    boolean measured = due >= times.measureStartNanos();
    int n =
        numbers.of(
            user.device - turns.from(), measured ? user.measured++ : user.warmUp++, measured);
    user.measuredUnderWay = measured;
    if (measured && ++taken == toSend) {
      // Nothing is left for those that are free.
      ready.clear();
    }
    scheduled(n, due, now);
    if (sessions.isOpen(fleet.session(user.device))) {
      sendDue(new SentMessage(user.device, n, due, null));
    } else {
      notSent(user.device, n, NotSent.NOT_CONNECTED);
      settled(user, now);
      comeBack(user, now + Math.max(model.thinkNanos(), LEAST_PAUSE_NANOS));
    }
  }

  @Override
  void reopened(int session) {
    // A user comes back by itself after its session was away.
  }

  @Override
  boolean wentRound() {
    return true;
  }

  @Override
  void measuringIsDecided() {
    List<User> all = new ArrayList<>(resting);
    all.addAll(ready);
    resting.clear();
    ready.clear();
    all.forEach(this::queue);
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return model.asked(fromNanos, toNanos);
  }

  @Override
  long doneNanos() {
    return settled == toSend
        ? Math.max(lastSettledNanos, times.measureStartNanos())
        : RunTimes.NEVER;
  }

  @Override
  public DeviceBook.DeviceFlow snapshot() {
    return super.snapshot().with(model.figures(own, turns, doneAfterSeconds()));
  }

  @Override
  ClosedModel figuresOfStep(Integer each, long thinkNanos) {
    return model.figures(own, turns, doneAfterSeconds()).ofStep(each, thinkNanos / 1e9);
  }

  private Double doneAfterSeconds() {
    long done = doneNanos();
    return done == RunTimes.NEVER ? null : (Double) ((done - times.measureStartNanos()) / 1e9);
  }

  /** The user thinks. */
  @Override
  void over(int device, Cause failure) {
    // Without the pause, what fails at once would be tried again at once, for ever.
    long least = failure instanceof Cause.Transport ? LEAST_PAUSE_NANOS : 0;
    long now = clock.nanos();
    User user = users[device - turns.from()];
    settled(user, now);
    comeBack(user, now + Math.max(model.thinkNanos(), least));
  }

  /** The user's iteration is over; one that the end of the run drops has none. */
  private void settled(User user, long now) {
    if (user.measuredUnderWay && !hasEnded()) {
      settled++;
      lastSettledNanos = now;
    }
  }

  private void comeBack(User user, long nanos) {
    user.readyNanos = nanos;
    queue(user);
    if (ready.peek() == user) {
      askAgain.run();
    }
  }

  /** Queues a user that has a message left before the end. */
  private void queue(User user) {
    boolean warmedUp =
        user.warmUp == numbers.perUser(false) || user.readyNanos >= times.warmUpEndNanos();
    if (warmedUp && user.readyNanos < times.measureStartNanos()) {
      if (!times.isDecided()) {
        resting.add(user);
        return;
      }
      // Not all at once.
      int place = user.device - turns.from();
      user.readyNanos = times.measureStartNanos() + LEAST_PAUSE_NANOS * place / model.users();
    }
    if (user.readyNanos < times.measureEndNanos()
        && user.measured < mostMeasured
        && taken < toSend) {
      ready.add(user);
    }
  }
}
