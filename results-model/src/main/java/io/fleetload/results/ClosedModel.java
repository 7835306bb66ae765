// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A closed model: users that send, wait for the outcome, think, and send again. When the target
 * stalls, its users wait and send nothing, so nothing measures the stall but the few messages that
 * hang in it ("coordinated omission", G. Tene): its response times hide what an open model shows.
 *
 * @param users how many users
 * @param iterations messages that each was to send in the measured phase; absent where it held as
 *     many as it could
 * @param thinkSeconds from an outcome to the same user's next message, in s
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClosedModel(long users, Integer iterations, double thinkSeconds) {

  /**
   * The figures that people read.
   *
   * @param users how many users
   * @param iterations messages that each was to send in the measured phase
   * @param thinkSeconds from an outcome to the same user's next message, in s
   * @param undone messages of these iterations that did not begin in the measured phase
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Figures(long users, Integer iterations, double thinkSeconds, Long undone) {}

  /** With the users of another shard; each has its devices' share of them. */
  ClosedModel plus(ClosedModel other) {
    return new ClosedModel(users + other.users, iterations, thinkSeconds);
  }

  /**
   * The figures of it.
   *
   * @param scheduled messages that began in the measured phase
   */
  Figures figures(long scheduled) {
    return new Figures(
        users,
        iterations,
        thinkSeconds,
        iterations == null ? null : users * iterations - scheduled);
  }
}
