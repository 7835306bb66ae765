package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Instant;
import java.util.Optional;

/**
 * Where the shards of a run meet before their flows begin. They begin together or not at all:
 * whatever is agreed is agreed for all of them, once. Calls may take as long as what the shards
 * share takes to answer, so none is made on the wire's thread.
 */
public interface StartBarrier {
  /**
   * Takes this shard's place, before anything is connected.
   *
   * @throws UsageException if the barrier cannot be used, or another run or process is at this
   *     place
   * @throws TargetException if what the shards share is not there, or the run failed already
   */
  void enter() throws UsageException, TargetException;

  /**
   * This shard is connected.
   *
   * @throws TargetException if it cannot say so
   */
  void ready() throws TargetException;

  /**
   * Looks at what is agreed, after {@link #ready()}; to be asked again and again.
   *
   * @return when the flows begin; nothing as long as shards are waited for
   * @throws TargetException if they do not begin, with a line that names who is missing
   */
  Optional<Instant> look() throws TargetException;

  /** Nothing more is looked at, whatever came of it; on the thread that looked. */
  default void leave() {
    // Nothing is kept open.
  }

  /**
   * This shard does not go on. The others, which would wait for it, are told; where the start is
   * agreed already, nothing happens.
   *
   * @param why one line
   */
  void giveUp(String why);
}
