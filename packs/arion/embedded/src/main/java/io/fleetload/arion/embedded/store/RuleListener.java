// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.store;

import io.fleetload.arion.embedded.schema.NeighborRule;
import java.util.List;

/**
 * Hears of a group's rules, with the operation type CREATE for new and updated ones and DELETE. It
 * is called under the group's lock, and must not wait.
 */
public interface RuleListener {
  /** All rules as they are, in the order of their versions; before all changes. */
  void loaded(List<NeighborRule> rules);

  void changed(NeighborRule rule);
}
