// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.UserSteps;
import io.fleetload.process.UsageException;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.schedule.FireTimes;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.schedule.trace.Trace;
import io.fleetload.schedule.trace.TraceLines;

/**
 * Source of a flow's due messages: a schedule, a trace, or users that are ready for the next one.
 */
public sealed interface LoadModel {

  /**
   * The model of a profile's flow.
   *
   * @param steps the steps that follow flows of the run
   * @param name the flow's name
   */
  static LoadModel of(LoadProfile profile, UserSteps steps, String name) {
    Timing flow = profile.timings().get(name);
    io.fleetload.profile.ClosedUsers closed = flow.closed();
    if (closed != null) {
      return new UserLoop(
          closed.users(),
          closed.iterations(),
          closed.total(),
          closed.think().nanos(),
          Math.toIntExact(steps.numbersEach(name)));
    }
    if (flow.times() != null) {
      long length = profile.phases().measure().nanos();
      return new Replay(flow.times(), () -> FlowRates.trace(profile, name), length);
    }
    RateCourse course = FlowRates.of(flow, profile.phases());
    return new Open(course, FlowRates.times(profile, name, course));
  }

  /** The rate asked for between two times from the start of the flows, msg/s; null for none. */
  Double asked(long fromNanos, long toNanos);

  /**
   * Numbers of the messages of the measured phase, between two times from the start of the flows.
   */
  NumberRange measured(long startNanos, long endNanos);

  /**
   * Numbers of messages.
   *
   * @param from the first
   * @param to the one after the last
   */
  record NumberRange(long from, long to) {}

  /**
   * The schedule says when, and nothing moves it.
   *
   * @param course the arrival rate, from the start of the flows
   * @param times when the messages are due, from the start of the flows
   */
  record Open(RateCourse course, FireTimes times) implements LoadModel {
    private static final double STEPS = 1e6;

    @Override
    public Double asked(long fromNanos, long toNanos) {
      // No profile says more; the mean of a constant rate must be that rate.
      return Math.round(course.meanRate(fromNanos, toNanos) * STEPS) / STEPS;
    }

    @Override
    public NumberRange measured(long startNanos, long endNanos) {
      return new NumberRange(times.countBefore(startNanos), times.countBefore(endNanos));
    }
  }

  /**
   * The lines of a trace say when and which device, from the begin of the measured phase.
   *
   * @param trace the file and its speed
   * @param source opens the file
   * @param lengthNanos length of the measured phase, ns; what is later in the trace is not sent
   */
  record Replay(Trace trace, TraceSource source, long lengthNanos) implements LoadModel {

    /** Opens a trace at its begin. */
    @FunctionalInterface
    public interface TraceSource {
      /**
       * Opens it.
       *
       * @throws UsageException with one line if it cannot be read or is no trace
       */
      TraceLines open() throws UsageException;
    }

    @Override
    public Double asked(long fromNanos, long toNanos) {
      // Until the lines were due.
      return 0.0;
    }

    @Override
    public NumberRange measured(long startNanos, long endNanos) {
      return new NumberRange(0, Integer.MAX_VALUE);
    }
  }

  /**
   * Users that send, wait for the outcome, think, and send again.
   *
   * @param users how many; user u is the device with that place in the flow's group
   * @param iterations messages of each in the measured phase; null for as many as it holds
   * @param total messages of all together in the measured phase; null likewise
   * @param thinkNanos from an outcome to the next message, ns
   * @param numbersEach how many numbers of a step belong to each message
   */
  public record UserLoop(
      int users, Integer iterations, Integer total, long thinkNanos, int numbersEach)
      implements LoadModel {
    /** Users without steps. */
    public UserLoop(int users, Integer iterations, Integer total, long thinkNanos) {
      this(users, iterations, total, thinkNanos, 1);
    }

    @Override
    public Double asked(long fromNanos, long toNanos) {
      return null;
    }

    @Override
    public NumberRange measured(long startNanos, long endNanos) {
      UserNumbers numbers = numbers(startNanos);
      return new NumberRange(numbers.measuredFrom(), numbers.measuredTo(most(startNanos)));
    }

    /**
     * The numbers of its messages.
     *
     * @param measureStartNanos when the measured phase begins, from the start of the flows
     */
    public UserNumbers numbers(long measureStartNanos) {
      return new UserNumbers(users, measureStartNanos > 0, numbersEach);
    }

    /** Most messages that each user may send in the measured phase. */
    public int most(long measureStartNanos) {
      int numbered = numbers(measureStartNanos).perUser(true);
      Integer asked = iterations == null ? total : iterations;
      return asked == null ? numbered : Math.min(asked, numbered);
    }

    /**
     * Number of messages that the own users are to send together in the measured phase; {@link
     * Long#MAX_VALUE} if the profile does not limit them. Message j of a total is that of user j
     * modulo their number, so the parts of all shards are the whole.
     *
     * @param turns the devices that are the users
     */
    public long toSend(ShardDevices own, RoundRobin turns) {
      int ownUsers = own.among(turns);
      if (total != null) {
        int before = own.below(turns.from());
        return (long) (total / users) * ownUsers + own.below(turns.from() + total % users) - before;
      }
      return iterations == null ? Long.MAX_VALUE : (long) iterations * ownUsers;
    }

    /**
     * Its figures.
     *
     * @param own the devices that are this process's own
     * @param turns the devices that are the users
     * @param doneAfterSeconds when the last of the messages asked for had its outcome, in s; null
     *     if not all have one
     */
    public ClosedModel figures(ShardDevices own, RoundRobin turns, Double doneAfterSeconds) {
      return new ClosedModel(
          own.among(turns),
          iterations,
          total == null ? null : (Long) toSend(own, turns),
          thinkNanos / 1e9,
          doneAfterSeconds);
    }
  }
}
