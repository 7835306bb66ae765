// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.driver.Ability;
import io.fleetload.results.DeviceNames;
import java.util.List;
import java.util.Map;

/** The fleet, as far as the engine has to know it: how many devices, and what they go through. */
public interface Devices {
  /** How many. */
  Integer count();

  /** A device's name, as {@link DeviceNames} has it. */
  String id();

  /** Local addresses that the devices send from; empty for any. */
  List<String> bind();

  /** The longest wait for an outcome. */
  Span timeout();

  /**
   * A session is given up when for that long nothing came back to what it sent; no length for
   * never.
   */
  Span reconnectAfter();

  /** What the sessions go through while messages flow. */
  Life life();

  /**
   * Most messages of a process under way that the target has not even acknowledged; 0 for any
   * number.
   */
  Integer maxInFlight();

  /** The name of a device. */
  default String name(int index) {
    return new DeviceNames(id()).of(index);
  }

  /**
   * What the fleet has to be able to do beyond what every fleet can, by the key that asks for it.
   */
  default Map<String, Ability> needs() {
    return life().rebind() == null ? Map.of() : Map.of("devices.life.rebind", Ability.REBIND);
  }

  /** Says what is wrong with the fleet in a run of those phases. */
  default void check(Phases phases, ProfileChecks checks) {
    life().check(phases, checks);
  }
}
