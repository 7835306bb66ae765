// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Way in which the flows begin. */
public sealed interface FlowStart permits StartAtOnce, StartAtTime, StartTogether {
  /**
   * Looks whether it can be, before anything is connected.
   *
   * @throws UsageException if it cannot
   * @throws TargetException if what the shards share is not there
   */
  default void enter() throws UsageException, TargetException {}

  /**
   * Looks whether it still can be while the fleet connects.
   *
   * @param connected how far it is, in words
   * @throws TargetException if it is too late
   */
  default void stillPossible(String connected) throws TargetException {}

  /**
   * The fleet is connected.
   *
   * @return completed with the agreed time, with null if the flows begin as soon as they can, or
   *     with a {@link TargetException}
   */
  CompletableFuture<Instant> agreed();

  /**
   * The thing that the fleet waits for once it is connected, in words; null if it does not wait.
   */
  default String waitsFor() {
    return null;
  }

  /** Reports that this process does not go on to those that wait for it. */
  default void giveUp(String why) {}

  /**
   * Hands in the book of this process where a backend takes it in.
   *
   * @return whether one does
   * @throws TargetException if it cannot be given; the book is on this host's disk only
   * @throws IOException if the book cannot be read
   */
  default boolean handIn(Path book) throws TargetException, IOException {
    return false;
  }
}
