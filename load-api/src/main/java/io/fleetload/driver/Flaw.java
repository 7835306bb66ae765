// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** How a message that arrived differs from the one that the device sent. */
public enum Flaw {
  /**
   * It came for another device, to another tenant, topic or entity, or as something else than it
   * was sent as.
   */
  MISDELIVERED,
  /** Its contents are not those that the device sent. */
  ALTERED
}
