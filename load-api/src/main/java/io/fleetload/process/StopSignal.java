// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import io.fleetload.results.format.ExitCode;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Says when a tool has to stop: a signal (Ctrl-C), or the end of its standard input, which its
 * parent closes, and which also closes when the parent dies, so that no process is left behind.
 */
public final class StopSignal {
  /** Reason for which the tool has to stop. */
  public enum Why {
    /** The parent closed the tool's standard input. */
    INPUT_CLOSED,
    /** A signal, such as Ctrl-C. */
    INTERRUPTED,
    /** The work that the tool was there for is over. */
    RUN_ENDED
  }

  /**
   * At its end HotSpot waits for 300 ms for threads that are in native code
   * (VM_Exit::wait_for_threads_in_native_to_block), as one is that reads its standard input. A read
   * of a channel can be interrupted; on Windows the interrupt would wait for the read.
   */
  private static final boolean CHANNELS_CAN_BE_LEFT = File.separatorChar == '/';

  private final Duration longestFinish;
  private final List<Runnable> listeners = new ArrayList<>();
  private final List<Runnable> signalListeners = new ArrayList<>();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final CountDownLatch told = new CountDownLatch(1);
  private volatile Thread watcher;
  private volatile boolean signalled;
  private volatile int exitCode = ExitCode.INTERRUPTED.code();
  private Why why;

  /** Of a tool. */
  public StopSignal() {
    this(StopTimes.TOOL);
  }

  /**
   * Of a process that needs another time to finish.
   *
   * @param longestFinish how long after a signal the process may go on; then it halts, whatever is
   *     not written yet
   */
  public StopSignal(Duration longestFinish) {
    this.longestFinish = longestFinish;
  }

  /**
   * Reacts to signals: the process ends once {@link #finished(int)} was called, with the code that
   * the tool came to, so that a result that is written already has the same one.
   */
  public void watchSignals() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (finished.getCount() == 0) {
                    return;
                  }
                  stop(Why.INTERRUPTED);
                  awaitFinished();
                  Runtime.getRuntime().halt(exitCode);
                },
                "stop-on-signal"));
  }

  /**
   * Reacts to the end of the standard input, and takes note of its lines. Where another stream was
   * put in the place of the one that Java begins with, it is that stream's end.
   */
  public void watchInput() {
    boolean isJavas = System.in instanceof BufferedInputStream;
    watch(
        CHANNELS_CAN_BE_LEFT && isJavas
            ? Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel())
            : System.in);
  }

  /** Reacts to the end of an input, and takes note of its lines. */
  public void watch(InputStream input) {
    watcher =
        new Thread(
            () -> {
              try {
                for (int each = input.read(); each >= 0; each = input.read()) {
                  if (each == '\n') {
                    told.countDown();
                  }
                }
              } catch (ClosedByInterruptException e) {
                return;
              } catch (IOException e) {
                // A broken input has ended as well.
              }
              stop(Why.INPUT_CLOSED);
            },
            "stop-on-input-end");
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Returns whether an input is watched. */
  public boolean watchesInput() {
    return watcher != null;
  }

  /** Waits until a line came on the input that is watched, or until the tool has to stop. */
  public void awaitLine() throws InterruptedException {
    onStop(told::countDown);
    told.await();
  }

  /**
   * Says that the tool has to stop. The first cause is the one that counts; a signal is heard after
   * another cause too.
   */
  public void stop(Why cause) {
    List<Runnable> toRun = new ArrayList<>();
    synchronized (this) {
      if (cause == Why.INTERRUPTED && !signalled) {
        signalled = true;
        toRun.addAll(signalListeners);
      }
      if (why == null) {
        why = cause;
        toRun.addAll(listeners);
      }
    }
    toRun.forEach(Runnable::run);
  }

  /** Runs something once a signal comes, whatever had the tool stop before; at once if it came. */
  public void onSignal(Runnable listener) {
    synchronized (this) {
      if (!signalled) {
        signalListeners.add(listener);
        return;
      }
    }
    listener.run();
  }

  /** Runs something when the tool has to stop; at once if it has to already. */
  public void onStop(Runnable listener) {
    synchronized (this) {
      if (why == null) {
        listeners.add(listener);
        return;
      }
    }
    listener.run();
  }

  /** Reason for which the tool has to stop; null as long as it does not. */
  public synchronized Why why() {
    return why;
  }

  /** Returns whether a signal came, also after the tool had another reason to stop. */
  public boolean isSignalled() {
    return signalled;
  }

  /**
   * Says that everything is written: from here on the process may end.
   *
   * @param code what the tool came to
   */
  public void finished(int code) {
    exitCode = ExitCode.ofProcess(code);
    finished();
  }

  /** The same of a tool that was interrupted. */
  public void finished() {
    finished.countDown();
    if (watcher != null) {
      watcher.interrupt();
    }
  }

  private void awaitFinished() {
    try {
      if (!finished.await(longestFinish.toSeconds(), TimeUnit.SECONDS)) {
        Thread.currentThread().interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
