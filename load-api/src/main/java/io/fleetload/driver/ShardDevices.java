// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.profile.Carriers;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import java.util.stream.IntStream;

/**
 * The devices of a fleet that this process drives: all, or those of its shard. Devices are numbered
 * by the whole fleet everywhere; their <em>place</em> is their number among the own ones, so that
 * what is kept for each device is kept for the own ones only. Everything is found at once, however
 * many devices there are. The same is said of sessions.
 */
public sealed interface ShardDevices {

  /** All devices of a fleet. */
  static ShardDevices all(int fleet) {
    return everyKth(fleet, Shard.WHOLE);
  }

  /**
   * The devices of a shard that have sessions of their own, or its sessions.
   *
   * @param fleet how many the whole fleet has
   * @throws IllegalArgumentException if the shard has none
   */
  static ShardDevices everyKth(int fleet, Shard shard) {
    return new EveryKth(fleet, shard);
  }

  /**
   * The devices that send through a shard's sessions.
   *
   * @throws IllegalArgumentException if the shard has no session
   */
  static ShardDevices carried(Carriers carriers, Shard shard) {
    return shard.of() == 1 || carriers.sessions() == carriers.devices()
        ? everyKth(carriers.devices(), shard)
        : new DeviceTable(carriers, shard);
  }

  /** Number of devices in the whole fleet. */
  int fleet();

  /** The shard that they belong to. */
  Shard shard();

  /** The device at a place. */
  int device(int place);

  /** Number of own devices below a device; of an own device, its place. */
  int below(int device);

  /** Number of own devices. */
  default int count() {
    return below(fleet());
  }

  /** All of them, the smallest first. */
  default IntStream devices() {
    return IntStream.range(0, count()).map(this::device);
  }

  /** Returns whether a device is one of them. */
  default boolean has(int device) {
    return below(device + 1) > below(device);
  }

  /** The place of an own device. */
  default int place(int device) {
    return below(device);
  }

  /**
   * This process's part of a rate over the whole fleet. Every shard's rate a device is the same, so
   * the parts add up to the whole.
   */
  default double part(double rate) {
    return rate * count() / fleet();
  }

  /**
   * This process's part of the rate of a flow.
   *
   * @param turns the devices that send its messages
   */
  default double part(double rate, RoundRobin turns) {
    return rate * among(turns) / turns.devices();
  }

  /** Number of own devices among those that take turns. */
  default int among(RoundRobin turns) {
    return below(turns.from() + turns.devices()) - below(turns.from());
  }

  /**
   * The first message from a number on that is the turn of an own device: turns go round the
   * devices, so it is the turn of the next own device, or of the first one in the round after.
   *
   * @param turns which device sends which message
   * @param n where to begin
   * @return {@link Long#MAX_VALUE} where no own device takes part
   */
  default long nextOwn(RoundRobin turns, long n) {
    if (among(turns) == 0) {
      return Long.MAX_VALUE;
    }
    int device = turns.device(Math.toIntExact(n));
    int place = below(device);
    if (place < count() && turns.has(device(place))) {
      return n + device(place) - device;
    }
    int first = device(below(turns.from()));
    return n + turns.devices() - device + first;
  }

  /**
   * The devices of a shard where each has a session of its own, or a shard's sessions: every k-th
   * of k shards.
   *
   * @param fleet how many the whole fleet has
   * @param shard which of them are this process's own
   */
  record EveryKth(int fleet, Shard shard) implements ShardDevices {

    /** Refuses a shard without a device. */
    public EveryKth {
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

  /** The devices that send through a shard's sessions. A table has them, as no formula does. */
  final class DeviceTable implements ShardDevices {
    private final Shard shard;
    private final int[] devices;

    /** By device, and one more: the number of own ones before it. */
    private final int[] below;

    private DeviceTable(Carriers carriers, Shard shard) {
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
}
