// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.part;

import io.fleetload.pack.TargetPart;

/**
 * The parts of a target in the place where they run. Each method returns once it is done, with the
 * exit code of the command that did it, or with null if no command did.
 */
public interface TargetParts extends AutoCloseable {
  /** One word for the place. */
  String place();

  /**
   * Ends a part in order, so that it begins again at once.
   *
   * @param processes how many of its processes; null for all
   */
  Integer restart(TargetPart part, Integer processes) throws PartFailure, InterruptedException;

  /** Ends a part in order; it stays away. */
  Integer end(TargetPart part) throws PartFailure, InterruptedException;

  /** Begins a part that was ended or scaled, as it was before. */
  Integer begin(TargetPart part) throws PartFailure, InterruptedException;

  /**
   * Ends a part without a word, so that it begins again at once.
   *
   * @param processes how many of its processes; null for all
   */
  default Integer kill(TargetPart part, Integer processes)
      throws PartFailure, InterruptedException {
    throw new PartFailure("%s cannot kill a part".formatted(place()), null);
  }

  /** Gives a part another number of processes. */
  default Integer scale(TargetPart part, int to) throws PartFailure, InterruptedException {
    throw new PartFailure("%s cannot scale a part".formatted(place()), null);
  }

  @Override
  default void close() {}
}
