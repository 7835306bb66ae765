// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.time.Duration;

/**
 * Time that each part of a run may take to stop. A process that waits for another waits longer than
 * that one may take, and one that waits for several waits for their sum: else an interrupted run
 * ends before its parts have written, and without a result. So every bound on stopping is here, and
 * the longer ones are made of the shorter ones.
 */
public final class StopTimes {
  /** The backend reads what is still in its topics. */
  public static final Duration CATCH_UP = Duration.ofSeconds(15);

  /** After that it waits for the outcome of every command. */
  public static final Duration COMMANDS = Duration.ofSeconds(10);

  /** The longest that any backend waits, in all, for what the target still delivers. */
  private static final Duration RECEIVING = CATCH_UP.plus(COMMANDS);

  /** Books, a result or a report are written; the largest take seconds. */
  private static final Duration WRITING = Duration.ofSeconds(10);

  /**
   * Further needs of a process: it gets the word to stop, its output is read, its virtual machine
   * ends.
   */
  private static final Duration SLACK = Duration.ofSeconds(5);

  /** A tool ends its work and writes; a signal halts it after that. The backend takes longest. */
  public static final Duration TOOL = RECEIVING.plus(WRITING).plus(SLACK);

  /** The campaign waits so long for the end of a process that it started, then ends it by force. */
  public static final Duration CHILD = TOOL.plus(SLACK);

  /** Time to remove what a run wrote into a target that goes on; then the removal has to end. */
  public static final Duration REMOVAL = Duration.ofMinutes(1);

  /**
   * The campaign stops the devices, the backend and the embedded stack one after the other and
   * writes the result between them, or removes what it wrote into a target that goes on; a signal
   * halts it after that.
   */
  public static final Duration CAMPAIGN =
      CHILD.multipliedBy(4).plus(REMOVAL).plus(WRITING).plus(SLACK);

  /**
   * From a signal on, a whole run has 10 s, as a container has before it is killed: first its
   * devices end, then its backend, then its target, and the result is written between them. Each of
   * these is a time after the signal, at which what still goes on is ended by force.
   */
  public static final Duration INTERRUPTED_DEVICES = Duration.ofSeconds(4);

  /** A backend that still reads has to end without what is left. */
  public static final Duration INTERRUPTED_READING = Duration.ofSeconds(6);

  /** A backend that does not end is ended. */
  public static final Duration INTERRUPTED_BACKEND = Duration.ofSeconds(7);

  /** The target, and what prepares it, is ended. */
  public static final Duration INTERRUPTED_TARGET = Duration.ofSeconds(8);

  /** Time that a backend with so long a catch-up in its profile may take longer than others. */
  public static Duration longer(Duration catchUp) {
    Duration longer = catchUp.minus(RECEIVING);
    return longer.isNegative() ? Duration.ZERO : longer;
  }

  private StopTimes() {}
}
