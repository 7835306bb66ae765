// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the messages of an arrival rate are spread over time. */
public enum Arrivals {
  /** At even distances. */
  @JsonProperty("even")
  EVEN,
  /** As those of many senders that know nothing of each other: a Poisson process. */
  @JsonProperty("poisson")
  POISSON
}
