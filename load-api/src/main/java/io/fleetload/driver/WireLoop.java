// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** The one thread of a driver, as the engine sees it. */
public interface WireLoop {
  /** Runs a task on the thread, soon. May be called from any thread. */
  void execute(Runnable task);

  /** Runs a task on the thread after a delay in ns. To be called on the thread. */
  void after(long delayNanos, Runnable task);

  /**
   * Sets who is asked, on the thread, at every due time.
   *
   * @param dueWork what is due, and when next
   */
  void drive(DueWork dueWork);

  /** Number of tasks that failed by a fault of their own so far. To be called on the thread. */
  long faults();

  /**
   * Duration of one sleep of the thread, in ns, where events came so densely that they waited for
   * each other; 0 if it was woken for each so far. To be called on the thread.
   */
  default long napNanos() {
    return 0;
  }

  /** Work with due times. */
  interface DueWork {
    /**
     * Does what is due at {@code now}.
     *
     * @param now the clock's time in ns
     * @return when it wants to be asked again, on the same clock; {@link Long#MAX_VALUE} for never
     */
    long run(long now);
  }
}
