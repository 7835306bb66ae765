// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

/** Where readings of a process come from. */
@FunctionalInterface
public interface Source {
  /** What it says now; never throws, and takes 2 s at most. */
  Reading read();
}
