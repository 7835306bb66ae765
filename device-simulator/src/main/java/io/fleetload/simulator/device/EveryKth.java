package io.fleetload.simulator.device;

import io.fleetload.results.Shard;

/**
 * The devices of a shard where each has a session of its own, or a shard's sessions: every k-th of
 * k shards.
 *
 * @param fleet how many the whole fleet has
 * @param shard which of them are this process's own
 */
record EveryKth(int fleet, Shard shard) implements OwnDevices {

  /** Refuses a shard without a device. */
  EveryKth {
    if (shard.share(fleet) == 0) {
      throw new IllegalArgumentException("shard " + shard + " has no device of " + fleet);
    }
  }

  @Override
  public int device(int place) {
    return place * shard.of() + shard.number() - 1;
  }

  @Override
  public int below(int device) {
    return shard.share(device);
  }
}
