package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** What decides when the flows begin. */
public sealed interface FlowStart permits StartAtOnce, StartAtTime, StartTogether {
  /**
   * Looks whether it can be, before anything is connected.
   *
   * @throws UsageException if it cannot
   * @throws TargetException if what the shards share is not there
   */
  void enter() throws UsageException, TargetException;

  /**
   * Looks whether it still can be while the fleet connects.
   *
   * @param connected how far it is, in words
   * @throws TargetException if it is too late
   */
  void stillPossible(String connected) throws TargetException;

  /**
   * The fleet is connected.
   *
   * @return completed with the agreed time, with null where the flows begin as soon as they can, or
   *     with a {@link TargetException}
   */
  CompletableFuture<Instant> agreed();

  /** What the fleet waits for once it is connected, in words; null where it does not wait. */
  String waitsFor();

  /** This process does not go on; whoever waits for it is told. */
  void giveUp(String why);
}
