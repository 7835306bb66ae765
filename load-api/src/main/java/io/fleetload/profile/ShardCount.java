// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.process.UsageException;

/**
 * Checks the number of shards of a run: each holds a session of its own, and all measure at one
 * time.
 */
public final class ShardCount {
  private ShardCount() {}

  /**
   * Looks at a number of shards that the user wants.
   *
   * @param carriers the sessions that the shards divide among them
   * @throws UsageException if there can be no such number
   */
  public static void check(int shards, Carriers carriers) throws UsageException {
    if (shards < 1 || shards > carriers.sessions()) {
      throw new UsageException(
          "--shards: found %s, expected 1 to %s, as there are so many %s"
              .formatted(shards, carriers.sessions(), carriers.whose()));
    }
  }

  /**
   * Looks whether so many shards can have the phases of a profile. Each would find the target
   * steady, or its times precise, at another time, and they must measure together.
   *
   * @throws UsageException if they cannot
   */
  public static void check(int shards, Phases phases) throws UsageException {
    if (shards > 1 && phases.warmUp().untilSteady()) {
      throw new UsageException(
          "phases.warmUp: found \"%s\", which several shards cannot agree on; expected a length of"
                  .formatted(phases.warmUp())
              + " time such as 2m, or a run without shards");
    }
    if (shards > 1 && phases.measuring() != null && phases.measuring().until() != null) {
      throw new UsageException(
          "phases.measure: found \"%s\", which several shards cannot agree on; expected a length of"
                  .formatted(phases.measuring())
              + " time such as 10m, or a run without shards");
    }
  }
}
