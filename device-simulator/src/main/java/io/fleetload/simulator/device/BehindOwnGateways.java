package io.fleetload.simulator.device;

import io.fleetload.driver.Carriers;
import io.fleetload.results.Shard;
import java.util.stream.IntStream;

/** The devices of a shard that send through its gateways. A table has them, as no formula does. */
final class BehindOwnGateways implements OwnDevices {
  private final Shard shard;
  private final int[] devices;

  /** By device, and one more: the number of own ones before it. */
  private final int[] below;

  BehindOwnGateways(Carriers carriers, Shard shard) {
    if (shard.share(carriers.sessions()) == 0) {
      throw new IllegalArgumentException(
          "shard " + shard + " has no gateway of " + carriers.sessions());
    }
    this.shard = shard;
    this.devices =
        IntStream.range(0, carriers.devices())
            .filter(device -> shard.has(carriers.session(device)))
            .toArray();
    this.below = new int[carriers.devices() + 1];
    for (int place = 0; place < devices.length; place++) {
      below[devices[place] + 1] = 1;
    }
    for (int device = 0; device < carriers.devices(); device++) {
      below[device + 1] += below[device];
    }
  }

  @Override
  public int fleet() {
    return below.length - 1;
  }

  @Override
  public Shard shard() {
    return shard;
  }

  @Override
  public int device(int place) {
    return devices[place];
  }

  @Override
  public int below(int device) {
    return below[device];
  }
}
