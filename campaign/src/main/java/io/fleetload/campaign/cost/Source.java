// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

/** Where readings of a process come from. */
@FunctionalInterface
interface Source {
  /** What it says now; never throws, and takes 2 s at most. */
  Reading read();
}
