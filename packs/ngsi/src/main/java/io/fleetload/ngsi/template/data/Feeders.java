// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import java.util.Map;
import java.util.Set;

/**
 * The files of data of a profile.
 *
 * @param byName each by the name that placeholders begin with
 */
public record Feeders(Map<String, Feeder> byName) {
  /** No data. */
  public static final Feeders NONE = new Feeders(Map.of());

  /** Copies the names. */
  public Feeders {
    byName = Map.copyOf(byName);
  }

  public Set<String> names() {
    return byName.keySet();
  }
}
