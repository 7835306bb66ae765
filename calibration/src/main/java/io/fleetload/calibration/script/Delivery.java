// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

/** The ways in which a message that was answered well reaches the backend. */
public enum Delivery {
  /** Once and in its turn. */
  ONCE,
  /** Never: the target loses it. */
  NEVER,
  TWICE,
  /** Once, after the next message of the same device and flow. */
  LATE
}
