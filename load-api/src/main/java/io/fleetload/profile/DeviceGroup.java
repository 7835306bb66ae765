// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

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

  /** The key path of the section that says what holds for them. */
  public String path() {
    return name == null ? "devices" : "devices.groups." + name;
  }
}
