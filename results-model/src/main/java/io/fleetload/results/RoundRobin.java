// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

/**
 * Which device sends which message of a flow: they take turns, and each flow begins its round at
 * another device.
 *
 * @param devices how many devices take part
 * @param firstDevice index of the device that sends message 0
 * @param naming a device's name, as {@link DeviceNames} has it
 */
public record RoundRobin(int devices, int firstDevice, String naming) {

  /**
   * Whose turns the messages of an open model's flow are.
   *
   * @param flow its place among the flows that do not only answer
   * @param flows how many these are
   */
  public static RoundRobin ofFlow(int flow, int flows, int devices, String naming) {
    return new RoundRobin(devices, (int) ((long) devices * flow / flows), naming);
  }

  /** Index of the device whose turn a message is. */
  public int device(int n) {
    return (int) (((long) n + firstDevice) % devices);
  }

  /** Name of a device. */
  public String name(int device) {
    return new DeviceNames(naming).of(device);
  }
}
