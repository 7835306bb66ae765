// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.quantity.Span;

/**
 * A rule by which the messages of a flow follow those of another one as steps of a user. Steps that
 * follow the same flow are taken in the order in which they are declared. Those of them that have a
 * weight are alternatives: each message is followed by one of them, in the proportion of the
 * weights, as the run's seed says.
 *
 * @param after the flow that it follows, which may be a step itself
 * @param times how many messages of it follow each message of that flow, one after the other
 * @param think from the outcome before to each of these messages
 * @param weight its part among the alternatives; 0 for a step that is always taken
 */
public record Step(String after, int times, Span think, int weight) {

  /** Refuses what no step can be. */
  public Step {
    if (times < 1 || weight < 0) {
      throw new IllegalArgumentException(
          "a step after %s: %s times, weight %s".formatted(after, times, weight));
    }
  }
}
