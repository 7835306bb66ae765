// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Ways in which the messages of an arrival rate are spread over time. */
public enum Arrivals {
  /** At even distances: the devices send one after the other, spread evenly over each period. */
  @JsonProperty("even")
  EVEN,
  /** Each device sends at a random moment of its own, which is the same in every period. */
  @JsonProperty("random")
  RANDOM,
  /** Messages come as from many senders that know nothing of each other: a Poisson process. */
  @JsonProperty("poisson")
  POISSON
}
