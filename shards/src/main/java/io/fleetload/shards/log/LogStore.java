// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;

/** The place of a run's shared logs. */
@FunctionalInterface
public interface LogStore {
  /** The name of the log in which the processes agree on when to begin. */
  String CONTROL = "control";

  /** The name of the log of the shards' books. */
  String RESULTS = "results";

  /**
   * Opens a log, to be read from its beginning, and makes it where it is not there.
   *
   * @throws UsageException if the profile's way to it is wrong
   * @throws TargetException if it cannot be reached or made
   */
  SharedLog open(String name) throws UsageException, TargetException;
}
