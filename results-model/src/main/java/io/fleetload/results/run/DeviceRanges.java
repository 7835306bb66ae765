// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.util.Arrays;
import java.util.List;

/**
 * The parts of a fleet that is made of groups: each is a range of device indexes, and the ranges
 * follow each other.
 */
public final class DeviceRanges {
  /** Place of no range: the devices are of several. */
  public static final int SEVERAL = -1;

  private final int[] first;

  /**
   * The ranges of a fleet.
   *
   * @param first index of the first device of each range, in their order; that of the first is 0
   */
  public DeviceRanges(List<Integer> first) {
    this.first = first.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Number of the ranges. */
  public int count() {
    return first.length;
  }

  /** Place of the range that has a device, by its index. */
  public int of(int device) {
    int found = Arrays.binarySearch(first, device);
    return found >= 0 ? found : -found - 2;
  }

  /** Place of the range that has all devices of a flow, or {@link #SEVERAL}. */
  public int of(RoundRobin turns) {
    int place = of(turns.from());
    return of(turns.from() + turns.devices() - 1) == place ? place : SEVERAL;
  }
}
