// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.profile.Life;
import io.fleetload.results.run.DeviceRanges;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * The sleep of the devices. It follows from the seed and the schedule's time alone: a message due
 * in its device's sleep is never sent, however early or late anything else is. A device finishes
 * what it has begun before it sleeps.
 */
public final class Sleep {
  private final BitSet sleepers = new BitSet();
  private final List<SessionGroup> groups;
  private final DeviceRanges ranges;
  private final long seed;

  /**
   * The sleep of a fleet.
   *
   * @param groups the sessions; only those of one group may be of several devices
   */
  public Sleep(List<SessionGroup> groups, int devices, long seed) {
    this.groups = groups;
    this.ranges = SessionGroup.ranges(groups);
    this.seed = seed;
    groups.forEach(group -> choose(group, groups.size() == 1 ? devices : group.count()));
  }

  private void choose(SessionGroup group, int count) {
    Life.Sleepy sleepy = group.life().sleepy();
    int left = sleepy == null ? 0 : sleepy.share().of(count);
    Random random = new Random(seed + group.first());
    for (int i = 0; left > 0; i++) {
      // Every choice of that many devices is as likely (Knuth, volume 2, 3.4.2, algorithm S).
      if (random.nextInt(count - i) < left) {
        sleepers.set(group.first() + i);
        left--;
      }
    }
  }

  /** Returns whether a device sleeps at a time, in ns from the beginning of the flows. */
  public boolean asleep(int device, long offsetNanos) {
    if (!sleepers.get(device)) {
      return false;
    }
    Life.Sleepy sleepy = groups.get(ranges.of(device)).life().sleepy();
    long awake = sleepy.awake().nanos();
    long period = awake + sleepy.asleep().nanos();
    return Math.floorMod(offsetNanos + phase(device, period), period) >= awake;
  }

  /**
   * The next time at which a device falls asleep, in ns from the beginning of the flows; -1 if it
   * is one that does not.
   *
   * @param offsetNanos the first time that counts
   */
  public long nextSleepNanos(int device, long offsetNanos) {
    if (!sleepers.get(device)) {
      return -1;
    }
    Life.Sleepy sleepy = groups.get(ranges.of(device)).life().sleepy();
    long awake = sleepy.awake().nanos();
    long period = awake + sleepy.asleep().nanos();
    return offsetNanos + Math.floorMod(awake - offsetNanos - phase(device, period), period);
  }

  /** Devices do not fall asleep in step. */
  private long phase(int device, long period) {
    // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): neighbours get unlike phases.
    long z = seed + (device + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return Math.floorMod(z ^ (z >>> 31), period);
  }
}
