// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.driver.BackendDriver;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import java.util.Optional;

/**
 * The wait at the end for what the target still delivers. It is the pack's, and takes as long as
 * the target does; a signal cuts it short, wherever in the pack it waits.
 */
final class FinalWait {
  private final BackendDriver.Reception reception;
  private final StopSignal stop;
  private final Thread reader = Thread.currentThread();
  private boolean over;

  /** Ends the wait of a pack that looks again and again. */
  private static final class CutShort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CutShort() {
      super("a signal came", null, false, false);
    }
  }

  /** Of the thread that makes it. */
  FinalWait(BackendDriver.Reception reception, StopSignal stop) {
    this.reception = reception;
    this.stop = stop;
  }

  /**
   * Reads to the end, or until a signal comes.
   *
   * @param between called after each look
   * @return why not everything was read; empty where it was
   * @throws TargetException if the target fails for good
   * @throws InterruptedException if the thread was interrupted, and not by a signal
   */
  Optional<BackendReading.Behind> read(Runnable between)
      throws TargetException, InterruptedException {
    if (stop.isSignalled()) {
      return cutShort();
    }
    stop.onSignal(this::interrupt);
    try {
      return reception.catchUp(
          () -> {
            if (stop.isSignalled()) {
              throw new CutShort();
            }
            between.run();
          });
    } catch (CutShort e) {
      return cutShort();
    } catch (InterruptedException | TargetException e) {
      // A client that is interrupted may call that a failure of the target.
      if (stop.isSignalled()) {
        return cutShort();
      }
      throw e;
    } finally {
      end();
    }
  }

  private Optional<BackendReading.Behind> cutShort() {
    return Optional.of(
        new BackendReading.Behind(reception.source(), BackendReading.Behind.CUT_SHORT));
  }

  private synchronized void interrupt() {
    if (!over) {
      reader.interrupt();
    }
  }

  /** Ends the read. From here on nothing that is written or closed may be interrupted. */
  private synchronized void end() {
    over = true;
    if (stop.isSignalled()) {
      Thread.interrupted();
    }
  }
}
