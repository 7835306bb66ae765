// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import io.fleetload.ngsi.embedded.entity.Instance;
import java.util.Comparator;

/**
 * An instance and the time that a query asks for.
 *
 * @param at in µs since 1970, or {@link Instance#UNKNOWN}
 */
public record TimedInstance(Instance instance, long at) {
  public static final Comparator<TimedInstance> BY_TIME =
      Comparator.comparingLong(TimedInstance::at);
}
