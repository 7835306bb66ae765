// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.driver.DeviceLink;

/**
 * Abilities that some drivers have and others do not; a profile that asks for one is checked for
 * it.
 */
public enum Ability {
  /** Sessions go on from another source port: {@link DeviceLink.RoamingLink}. */
  REBIND("go on from another port");

  private final String described;

  Ability(String described) {
    this.described = described;
  }

  /** Text of the ability, as it follows "cannot". */
  public String described() {
    return described;
  }
}
