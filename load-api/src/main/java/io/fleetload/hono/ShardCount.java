package io.fleetload.hono;

import io.fleetload.driver.Carriers;
import io.fleetload.process.UsageException;

/** How many shards a fleet can have: each holds a session of its own. */
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
          "--shards: found %d, expected 1 to %d, as there are so many %s"
              .formatted(shards, carriers.sessions(), carriers.whose()));
    }
  }
}
