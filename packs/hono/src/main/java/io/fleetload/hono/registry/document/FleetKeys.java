// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import io.fleetload.hono.name.DeviceKeys;
import java.security.SecureRandom;
import java.util.Arrays;

/** Keys that the devices have to have; several threads may ask. */
public sealed interface FleetKeys {
  /**
   * The key of a device.
   *
   * @param present the one that it has; null for none that can be read
   */
  byte[] of(String name, byte[] present);

  /** Returns whether a key that someone else wrote is the device's. */
  default boolean opens(String name, byte[] present) {
    return present != null && Arrays.equals(present, of(name, present));
  }

  /**
   * Keys that are known from the profile or a file.
   *
   * @param keys the keys
   */
  record StoredKey(DeviceKeys keys) implements FleetKeys {
    @Override
    public byte[] of(String name, byte[] present) {
      return keys.of(name);
    }
  }

  /**
   * Keys that are drawn once; the registry alone knows them.
   *
   * @param random what they are drawn from
   */
  record NewKey(SecureRandom random) implements FleetKeys {
    private static final int BYTES = 32;

    /** A key of fewer than 128 bits is no key; someone wrote something else there. */
    private static final int LEAST_BYTES = 16;

    @Override
    public byte[] of(String name, byte[] present) {
      if (present != null && present.length >= LEAST_BYTES) {
        return present;
      }
      byte[] key = new byte[BYTES];
      random.nextBytes(key);
      return key;
    }
  }
}
