// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

/**
 * Costs of the devices of a profile, as the benchmarks of its pack measured them. The plan of a
 * large run is made from them. A cost that was not measured is null, and the plan then takes a
 * cautious one and says so.
 *
 * @param sessionBytes resident memory of a session that is open and sends nothing, with the state
 *     of its device
 * @param messages messages with their outcome in a second of the device simulator's processor time
 * @param connects sessions that are opened in such a second
 * @param written devices that provisioning writes in a second of the clock
 */
public record DeviceCosts(
    Integer sessionBytes, Integer messages, Integer connects, Integer written) {
  /** Costs of devices that were not measured. */
  public static final DeviceCosts NOT_MEASURED = new DeviceCosts(null, null, null, null);
}
