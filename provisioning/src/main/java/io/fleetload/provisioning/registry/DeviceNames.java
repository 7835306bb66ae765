package io.fleetload.provisioning.registry;

import io.fleetload.profile.Devices;

/**
 * The fleet's names and the way back from a name to its index: it lets a survey of any size keep a
 * few bits a device instead of names.
 */
public final class DeviceNames {
  private static final int MOST_DIGITS = 9;

  private final Devices devices;
  private final String prefix;

  /** The names of a profile's devices. */
  public DeviceNames(Devices devices) {
    this.devices = devices;
    this.prefix = devices.id().substring(0, devices.id().indexOf("{index}"));
  }

  int count() {
    return devices.count();
  }

  /** What every name begins with; may be empty. */
  String prefix() {
    return prefix;
  }

  String name(int index) {
    return devices.name(index);
  }

  /**
   * The index of a device, or -1 for a name that is none of ours. Digits may follow the index in
   * the name's form, so every length of the number is tried; only one can give the name back, as a
   * longer number makes a longer name.
   */
  int indexOf(String name) {
    if (!name.startsWith(prefix)) {
      return -1;
    }
    int index = 0;
    for (int at = prefix.length(); at < name.length(); at++) {
      int digit = name.charAt(at) - '0';
      boolean leadingZero = at == prefix.length() + 1 && index == 0;
      if (digit < 0 || digit > 9 || leadingZero || at - prefix.length() >= MOST_DIGITS) {
        return -1;
      }
      index = index * 10 + digit;
      if (index < count() && name(index).equals(name)) {
        return index;
      }
    }
    return -1;
  }
}
