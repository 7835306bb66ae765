// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;

/** The place of a run's shared logs. */
@FunctionalInterface
public interface LogStore {
  /** The name of the log of what the participants say of themselves. */
  String CONTROL = "control";

  /** The name of the log of what the leader of a run decided. */
  String DECISIONS = "decisions";

  /** The name of the log of the shards' books. */
  String RESULTS = "results";

  /**
   * Opens a log, to be read from its beginning, and makes it where it is not there.
   *
   * @param writers how many processes append to it, as all of its writers and readers count them:
   *     those of a large number may get several orders. A log for one writer has one order
   * @throws UsageException if the profile's way to it is wrong
   * @throws TargetException if it cannot be reached or made
   */
  SharedLog open(String name, int writers) throws UsageException, TargetException;
}
