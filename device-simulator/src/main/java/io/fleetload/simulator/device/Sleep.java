// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.profile.Life;
import java.util.BitSet;
import java.util.Random;

/**
 * The sleep of the devices. It follows from the seed and the schedule's time alone: a message due
 * in its device's sleep is never sent, however early or late anything else is. A device finishes
 * what it has begun before it sleeps.
 */
final class Sleep {
  private final BitSet sleepers = new BitSet();
  private final long seed;
  private final long awakeNanos;
  private final long periodNanos;

  Sleep(Life.Sleepy plan, int devices, long seed) {
    this.seed = seed;
    this.awakeNanos = plan == null ? 0 : plan.awake().nanos();
    this.periodNanos = plan == null ? 1 : awakeNanos + plan.asleep().nanos();
    int left = plan == null ? 0 : plan.share().of(devices);
    Random random = new Random(seed);
    for (int device = 0; left > 0; device++) {
      // Every choice of that many devices is as likely (Knuth, volume 2, 3.4.2, algorithm S).
      if (random.nextInt(devices - device) < left) {
        sleepers.set(device);
        left--;
      }
    }
  }

  /** Returns whether a device sleeps at a time, in ns from the beginning of the flows. */
  boolean asleep(int device, long offsetNanos) {
    return sleepers.get(device)
        && Math.floorMod(offsetNanos + phase(device), periodNanos) >= awakeNanos;
  }

  /** Devices do not fall asleep in step. */
  private long phase(int device) {
    // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): neighbours get unlike phases.
    long z = seed + (device + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return Math.floorMod(z ^ (z >>> 31), periodNanos);
  }
}
