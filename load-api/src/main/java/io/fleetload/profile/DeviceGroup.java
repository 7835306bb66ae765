// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A part of a fleet: devices that are alike, with indexes one after the other.
 *
 * @param name as the profile has it; null for the whole fleet of a profile without groups
 * @param first index of its first device
 * @param count number of its devices
 * @param devices what holds for them: their own keys, and those of the fleet for the rest
 */
public record DeviceGroup(String name, int first, int count, Devices devices) {
  /** Returns whether a device is one of them. */
  public boolean has(int device) {
    return device >= first && device - first < count;
  }

  /**
   * Numbers of devices that groups have of a fleet by their weights. What is left after whole
   * devices goes to the largest remainders (Hamilton's method), so that they add up to the fleet.
   *
   * @param weights by the name of a group, each at least 1
   * @param fleet how many devices there are
   */
  public static Map<String, Integer> shares(Map<String, Integer> weights, int fleet) {
    long together = weights.values().stream().mapToLong(Integer::longValue).sum();
    Map<String, Integer> shares = new LinkedHashMap<>();
    Map<String, Long> remainders = new LinkedHashMap<>();
    weights.forEach(
        (name, weight) -> {
          long share = (long) fleet * weight;
          shares.put(name, (int) (share / together));
          remainders.put(name, share % together);
        });
    int left = fleet - shares.values().stream().mapToInt(Integer::intValue).sum();
    remainders.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(left)
        .forEach(each -> shares.merge(each.getKey(), 1, Integer::sum));
    return shares;
  }

  /**
   * The same with a device of each group, which the largest ones give.
   *
   * @param fleet at least as many as there are groups
   */
  static Map<String, Integer> sharesOfEach(Map<String, Integer> weights, int fleet) {
    Map<String, Integer> shares = shares(weights, fleet);
    for (String name : weights.keySet()) {
      if (shares.get(name) == 0) {
        String largest =
            shares.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        shares.merge(largest, -1, Integer::sum);
        shares.put(name, 1);
      }
    }
    return shares;
  }

  /** The key path of the section that says what holds for them. */
  public String path() {
    return name == null ? "devices" : "devices.groups." + name;
  }
}
