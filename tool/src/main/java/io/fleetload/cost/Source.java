// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

/** The origin of a process's readings. */
@FunctionalInterface
public interface Source {
  /** Returns the present reading; never throws, and takes 2 s at most. */
  ProcessReading read();
}
