// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** What some drivers can do and others cannot; a profile that asks for one is checked for it. */
public enum Ability {
  /** Sessions go on from another source port: {@link DeviceLink.Roaming}. */
  REBIND,
  /** A session that comes back can resume the one before. */
  RESUME
}
