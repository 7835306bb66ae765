// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.stamp.Stamp;

/**
 * Something that the target sent to a device: a command that came with the outcome of a message, or
 * one that the target pushed.
 *
 * @param device the device that it is for, by its index; not the receiver's where a gateway
 *     receives for it
 * @param stamp the stamp that it carries, of the message that asked for it; null if it carries none
 * @param replyTo what the driver needs to answer it; opaque to the engine
 * @param altered whether it says something else than the backend wrote
 */
public record Inbound(int device, Stamp stamp, Object replyTo, boolean altered) {

  /** One that says what the backend wrote. */
  public Inbound(int device, Stamp stamp, Object replyTo) {
    this(device, stamp, replyTo, false);
  }
}
