// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** Kinds of stamped messages, as the book counts them. */
public enum Arrival {
  /** The first copy of a message of this run, at its receiver. */
  FIRST,
  /** A further copy of a message of this run, at its receiver. */
  DUPLICATE,
  /** A message of another run. */
  FOREIGN,
  /** Its stamp says what cannot be: a flow or a device that the run does not have. */
  UNSTAMPED
}
