// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.run.Shard;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Connects the backend simulator to what the target delivers. */
@FunctionalInterface
public interface BackendDriver {
  /**
   * Opens a reception. Once this returns, no message that the target delivers is missed, and a
   * command does not wait for a connection.
   *
   * @param book where what arrives is counted
   * @param watch learns of each look at what arrived
   * @throws TargetException if the target is not there or not ready
   * @throws UsageException if the profile describes the way to it wrongly
   * @throws InterruptedException if the tool has to stop before that
   */
  Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException;

  /**
   * The same for one of several backends of a run. Whatever the target delivers has to arrive at
   * exactly one of them, and the messages that a device sends of a flow at the same one.
   *
   * @param part which of the backends
   * @throws UsageException if what the target delivers cannot be shared
   */
  default BackendDriver part(Shard part) throws UsageException {
    throw new UsageException(
        "--backend, --backends: this pack's backend receives everything in one process; leave the"
            + " option out");
  }

  /** The receiving end of a run. One thread makes all calls. */
  interface Reception extends AutoCloseable {
    /**
     * Description of the target in its own words, for a reader of the result and without an
     * address; null if it says no more than the profile.
     */
    default String described() {
      return null;
    }

    /** Name of what it receives from, as a part of a sentence. */
    default String source() {
      return "the target";
    }

    /**
     * Lines for the user about what opening it did to the target. Asked again when all is received:
     * a line that was not there before is said then, and is a note of the result.
     */
    default List<String> remarks() {
      return List.of();
    }

    /**
     * Receives until {@code stop} says so.
     *
     * @param stop asked after each look
     * @param between called after each look; as long as it takes, nothing is received
     * @throws TargetException if the target fails for good
     * @throws InterruptedException if the thread was interrupted
     */
    void receive(BooleanSupplier stop, Runnable between)
        throws TargetException, InterruptedException;

    /**
     * Receives what is still there, reads the store to its end where a flow has one, and waits for
     * the outcome of every command; 25 s at most. A signal cuts it short: the engine interrupts the
     * thread, and {@code between} throws an exception of its own, which is let through.
     *
     * @param between as for {@link #receive}, and called at least every 100 ms
     * @return why not everything was read that was there when this was called, in the store or
     *     before it; empty where it was
     * @throws TargetException if the target fails for good
     * @throws InterruptedException if the thread was interrupted
     */
    Optional<BackendReading.Behind> catchUp(Runnable between)
        throws TargetException, InterruptedException;

    /** Time at which the target was last seen to answer, monotonic time in ns. */
    long answered();

    /** Closes the connections; outcomes of commands still under way are no longer waited for. */
    @Override
    void close();
  }
}
