// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import io.fleetload.results.format.RequiredPart;

/**
 * Turns of the devices at sending the messages of a flow; each flow begins its round at another
 * device.
 *
 * @param devices how many devices take part
 * @param firstDevice which of them sends message 0, from 0
 * @param naming a device's name, as {@link DeviceNames} has it
 * @param each how many numbers a device has in one turn: 1, or of a step of a user as many messages
 *     as it may have in one iteration
 * @param step whether a turn is an iteration of a user, of which the messages are a step
 * @param from index of the first of the devices: they are a range of the fleet
 */
public record RoundRobin(
    int devices, int firstDevice, @RequiredPart String naming, int each, boolean step, int from) {

  /** A book of an earlier version knows of no steps. */
  public RoundRobin {
    each = Math.max(1, each);
  }

  /** One number a turn. */
  public RoundRobin(int devices, int firstDevice, String naming) {
    this(devices, firstDevice, naming, 1, false, 0);
  }

  /**
   * The turns for the messages of an open model's flow.
   *
   * @param flow its place among the flows that do not only answer
   * @param flows how many these are
   */
  public static RoundRobin ofFlow(int flow, int flows, int devices, String naming) {
    return new RoundRobin(devices, (int) ((long) devices * flow / flows), naming);
  }

  /** The turns of a step that has so many messages for each of the numbers here. */
  public RoundRobin ofStep(int numbers) {
    return new RoundRobin(devices, firstDevice, naming, each * numbers, true, from);
  }

  /** The same turns of devices of which the first has that index in the fleet. */
  public RoundRobin from(int first) {
    return new RoundRobin(devices, firstDevice, naming, each, step, first);
  }

  /** Returns whether a device takes part. */
  public boolean has(int device) {
    return device >= from && device - from < devices;
  }

  /** Index, in the fleet, of the device that has the turn of a message. */
  public int device(int n) {
    return from + (int) (((long) n / each + firstDevice) % devices);
  }

  /** The number after the last one of the turn that a message is in. */
  public int endOfTurn(int n) {
    return (int) Math.min(Integer.MAX_VALUE, ((long) n / each + 1) * each);
  }

  /** Returns whether a message is the first that its device has a number for. */
  public boolean isFirst(int n) {
    return n % each == 0 && n / each < devices;
  }

  /** Name of a device. */
  public String name(int device) {
    return new DeviceNames(naming).of(device);
  }
}
