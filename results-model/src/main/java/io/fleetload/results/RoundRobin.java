// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

/**
 * Which device sends which message of a flow: they take turns, and each flow begins its round at
 * another device.
 *
 * @param devices how many devices take part
 * @param firstDevice index of the device that sends message 0
 * @param naming a device's name, with {@code {index}} for its index
 */
public record RoundRobin(int devices, int firstDevice, String naming) {

  /** Index of the device whose turn a message is. */
  public int device(int n) {
    return (int) (((long) n + firstDevice) % devices);
  }

  /** Name of a device. */
  public String name(int device) {
    return naming.replace("{index}", Integer.toString(device));
  }
}
