// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A closed model: users that send, wait for the outcome, think, and send again. When the target
 * stalls, its users wait and send nothing, so nothing measures the stall but the few messages that
 * hang in it ("coordinated omission", G. Tene): its response times hide what an open model shows.
 *
 * @param users how many users
 * @param iterations messages that each was to send in the measured phase; absent where it held as
 *     many as it could
 * @param total messages that all were to send together in the measured phase; absent likewise
 * @param thinkSeconds from an outcome to the same user's next message, in s
 * @param doneAfterSeconds from the begin of the measured phase to the outcome of the last of these
 *     messages, in s; absent where one has none, and where the profile does not say how many
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClosedModel(
    long users, Integer iterations, Long total, double thinkSeconds, Double doneAfterSeconds) {

  /**
   * The figures that people read.
   *
   * @param users how many users
   * @param iterations messages that each was to send in the measured phase
   * @param total messages that all were to send together in it
   * @param thinkSeconds from an outcome to the same user's next message, in s
   * @param undone messages of these iterations or of this total that did not begin in the measured
   *     phase
   * @param doneAfterSeconds from the begin of the measured phase to the outcome of the last of
   *     them, in s; absent where one has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ClosedModelFigures(
      long users,
      Integer iterations,
      Long total,
      double thinkSeconds,
      Long undone,
      Double doneAfterSeconds) {

    /** Messages that were asked for; null if it was as many as the measured phase holds. */
    public Long messages() {
      return ClosedModel.messages(users, iterations, total);
    }
  }

  /**
   * The closed model of a step after the messages of these users.
   *
   * @param each messages of the step for each of their messages; null if that is not always as many
   * @param itsThinkSeconds from the outcome before to the message, in s
   */
  public ClosedModel ofStep(Integer each, double itsThinkSeconds) {
    return new ClosedModel(
        users,
        iterations == null || each == null ? null : (Integer) (iterations * each),
        total == null || each == null ? null : (Long) (total * each),
        itsThinkSeconds,
        doneAfterSeconds);
  }

  private static Long messages(long users, Integer iterations, Long total) {
    return iterations == null ? total : (Long) (users * iterations);
  }

  /** With the users of another shard; each has its devices' share of them. */
  public ClosedModel plus(ClosedModel other) {
    return new ClosedModel(
        users + other.users,
        iterations,
        total == null || other.total == null ? null : (Long) (total + other.total),
        thinkSeconds,
        doneAfterSeconds == null || other.doneAfterSeconds == null
            ? null
            : (Double) Math.max(doneAfterSeconds, other.doneAfterSeconds));
  }

  /**
   * The figures of it.
   *
   * @param scheduled messages that began in the measured phase
   */
  public ClosedModelFigures figures(long scheduled) {
    Long asked = messages(users, iterations, total);
    return new ClosedModelFigures(
        users,
        iterations,
        total,
        thinkSeconds,
        asked == null ? null : (Long) (asked - scheduled),
        doneAfterSeconds);
  }
}
