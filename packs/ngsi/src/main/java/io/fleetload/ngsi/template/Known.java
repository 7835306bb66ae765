// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.Feeders;
import java.util.Set;

/**
 * What the placeholders of a template may name, by where it stands.
 *
 * @param seed the run's; random values are made of it
 * @param place the flow's name, or that of the set-up step; two places draw different values
 * @param ofMessage whether there are a user, an iteration and a stamp
 * @param saved variables that answers were saved in
 * @param feeders the files of data
 */
public record Known(
    long seed, String place, boolean ofMessage, Set<String> saved, Feeders feeders) {

  /** Copies the names. */
  public Known {
    saved = Set.copyOf(saved);
  }

  /** The templates of a flow. */
  public static Known ofFlow(long seed, String flow, Set<String> saved, Feeders feeders) {
    return new Known(seed, flow, true, saved, feeders);
  }

  /** The templates of a step of the set-up, of a subscription or of whatever no user sends. */
  public static Known ofSetUp(long seed, String step, Feeders feeders) {
    return new Known(seed, step, false, Set.of(), feeders);
  }
}
