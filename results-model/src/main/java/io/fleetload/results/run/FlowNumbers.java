// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

/**
 * Numbers of the messages of a flow. Numbers grow with due times, and all shards of a run share
 * them.
 *
 * @param measuredFrom number of the first message that was due in the measured phase
 * @param measuredTo number after the last one
 * @param turns which device sends which message; null if it was not booked
 */
public record FlowNumbers(long measuredFrom, long measuredTo, RoundRobin turns) {

  /** The numbers of the messages that were due in the measured phase. */
  public MessageSet measured(MessageSet numbers) {
    return numbers.between(measuredFrom, measuredTo);
  }

  /** The numbers of the messages that were due before it. */
  public MessageSet warmUp(MessageSet numbers) {
    return numbers.outside(measuredFrom, measuredTo);
  }
}
