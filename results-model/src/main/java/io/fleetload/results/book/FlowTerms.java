// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.run.ClosedModel;
import java.util.List;
import java.util.Objects;

/**
 * Load that the profile asks of a flow.
 *
 * @param asked the rate that the profile asks for, msg/s, the mean of the measured phase; null for
 *     a closed model and for a flow that only answers
 * @param closed the users of a closed model; null for a flow of an open one, and for answers
 * @param answers the flow with the commands that its messages answer; null for a flow that answers
 *     none
 * @param deviceOnly whether the backend receives none of its messages, so that the device's book
 *     alone tells what became of them
 * @param responsesEach how many responses each message has; 0 where each has one or the number is
 *     unknown
 * @param kind the pack's word for what it is; null if that is its name
 * @param senders how many of the process's devices send it; null for answers, and in a book of an
 *     earlier version
 * @param trace whether the times and devices of its messages are those of a trace; the rate asked
 *     for is then that of its lines, and no formula has a message's device
 */
public record FlowTerms(
    Double asked,
    ClosedModel closed,
    String answers,
    boolean deviceOnly,
    int responsesEach,
    String kind,
    Long senders,
    boolean trace) {
  private static final double ASKED_STEPS = 1e6;

  /** The terms of a flow that has the name of its kind. */
  public FlowTerms(
      Double asked, ClosedModel closed, String answers, boolean deviceOnly, int responsesEach) {
    this(asked, closed, answers, deviceOnly, responsesEach, null, null, false);
  }

  /** Messages at the times of a trace, which has so many a second. */
  public static FlowTerms ofTrace(double perSecond) {
    return new FlowTerms(perSecond, null, null, false, 0, null, null, true);
  }

  /** A rate that a schedule holds; null for none. */
  public static FlowTerms rate(Double asked) {
    return new FlowTerms(asked, null, null, false, 0);
  }

  /** The same of those users, in a closed model. */
  FlowTerms with(ClosedModel users) {
    return new FlowTerms(asked, users, answers, deviceOnly, responsesEach, kind, senders, trace);
  }

  /** The same of messages that answer the commands of a flow. */
  FlowTerms answering(String flow) {
    return new FlowTerms(asked, closed, flow, deviceOnly, responsesEach, kind, senders, trace);
  }

  /** The same of messages that no backend receives. */
  FlowTerms ofTheDeviceOnly() {
    return new FlowTerms(asked, closed, answers, true, responsesEach, kind, senders, trace);
  }

  /** The same of messages of which each has so many responses. */
  FlowTerms withResponses(int each) {
    return new FlowTerms(asked, closed, answers, deviceOnly, each, kind, senders, trace);
  }

  /** The same of one of several flows of a kind. */
  FlowTerms ofKind(String word) {
    return new FlowTerms(asked, closed, answers, deviceOnly, responsesEach, word, senders, trace);
  }

  /**
   * The terms of a whole run, from those of its shards, which each had the load of their devices.
   */
  public static FlowTerms ofShards(List<FlowTerms> parts) {
    FlowTerms first = parts.get(0);
    return new FlowTerms(
        first.asked == null ? null : (Double) asked(parts),
        parts.stream()
            .map(FlowTerms::closed)
            .filter(Objects::nonNull)
            .reduce(ClosedModel::plus)
            .orElse(null),
        first.answers,
        first.deviceOnly,
        first.responsesEach,
        first.kind,
        parts.stream().map(FlowTerms::senders).reduce(0L, FlowTerms::sum),
        first.trace);
  }

  private static Long sum(Long one, Long other) {
    return one == null || other == null ? null : (Long) (one + other);
  }

  /** The same of so many of the process's devices. */
  FlowTerms sentBy(long devices) {
    return new FlowTerms(asked, closed, answers, deviceOnly, responsesEach, kind, devices, trace);
  }

  /** Rounded to what no profile says: 600/s in seven parts must be 600/s again. */
  private static double asked(List<FlowTerms> parts) {
    double sum = parts.stream().mapToDouble(FlowTerms::asked).sum();
    return Math.round(sum * ASKED_STEPS) / ASKED_STEPS;
  }
}
