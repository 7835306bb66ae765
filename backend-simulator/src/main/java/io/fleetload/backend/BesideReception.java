// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.shards.ShardCoordinator;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The work of a backend for a run that it shares, beside its reception and on a thread of its own.
 * It agrees with the others on when the flows begin, and does its part from then on. When that is
 * done the reception ends.
 */
final class BesideReception implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 100;

  private final BackendShare part;
  private final Teller teller;
  private final StopSignal stop;
  private final StartTask work;
  private final ShardCoordinator coordinator;
  private final Thread thread = new Thread(this::run, "shared-run");
  private volatile boolean over;
  private Exception failure;

  /** The work of a backend once the flows' begin is agreed. */
  @FunctionalInterface
  interface StartTask {
    void from(Instant start)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  /** Something that is looked for again and again. */
  @FunctionalInterface
  interface RepeatedLook {
    boolean found() throws TargetException, UsageException, IOException;
  }

  BesideReception(BackendShare part, Clock clock, Teller teller, StopSignal stop, StartTask work) {
    this.part = part;
    this.teller = teller;
    this.stop = stop;
    this.work = work;
    this.coordinator = part.coordinator(clock, this::say);
    this.thread.setDaemon(true);
  }

  /**
   * From now on the flows may begin.
   *
   * @throws UsageException if this backend has no place in the run, or the profile's way to the
   *     shared logs is wrong
   * @throws TargetException if the logs cannot be made or read
   */
  void open() throws UsageException, TargetException {
    coordinator.enter();
    thread.start();
  }

  private void run() {
    try {
      Instant start = coordinator.agreedStart(this::goesOn);
      if (start == null) {
        coordinator.giveUp("it was stopped");
        throw new TargetException(
            "coordination: the backend was stopped before all shards were ready; run %s does not"
                    .formatted(part.run().id())
                + " begin");
      }
      say("all %s shards are ready; their flows begin at %s".formatted(part.run().shards(), start));
      work.from(start);
    } catch (TargetException
        | UsageException
        | IOException
        | InterruptedException
        | RuntimeException e) {
      coordinator.giveUp(String.valueOf(e.getMessage()));
      failure = e;
    } finally {
      coordinator.leave();
      stop.stop(StopSignal.Why.RUN_ENDED);
    }
  }

  /** Looks until it finds something, or the run does not go on. */
  void until(RepeatedLook look)
      throws TargetException, UsageException, IOException, InterruptedException {
    while (!look.found() && goesOn()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** The reception ends; this goes on. */
  void endReception() {
    stop.stop(StopSignal.Why.RUN_ENDED);
  }

  private boolean goesOn() {
    return !over && (stop.why() == null || stop.why() == StopSignal.Why.RUN_ENDED);
  }

  /**
   * Waits until it is done.
   *
   * @param longer by how much that may take longer than an end without waiting for others
   */
  void await(Duration longer) throws InterruptedException {
    thread.join(LONGEST_END.plus(longer).toMillis());
  }

  /**
   * Fails where it did.
   *
   * @throws TargetException if the flows did not begin, or the others cannot be heard of
   * @throws IOException if a book could not be written
   */
  void check() throws TargetException, IOException {
    if (failure instanceof TargetException expected) {
      throw expected;
    }
    if (failure instanceof IOException expected) {
      throw expected;
    }
    if (failure != null || thread.isAlive()) {
      throw new IllegalStateException("the wait for the end of the run did not end", failure);
    }
  }

  ShardCoordinator coordinator() {
    return coordinator;
  }

  void say(String line) {
    teller.tell(new ToolEvent.Sentence(BackendCommand.NAME, line));
  }

  boolean isDone() {
    return !thread.isAlive();
  }

  /** Releases everyone who waits for the start, and returns at once. */
  @Override
  public void close() {
    over = true;
    try {
      await(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
