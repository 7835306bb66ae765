// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.shards.ShardCoordinator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/**
 * The part of a backend that another one leads, beside its reception and on a thread of its own: it
 * is there before the flows begin, ends when the leading one says so, and hands in its book.
 */
final class FollowingBackend implements AutoCloseable {
  private static final long LONGEST_END_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 100;

  private final Part part;
  private final Clock clock;
  private final Teller teller;
  private final StopSignal stop;
  private final ShardCoordinator coordinator;
  private final Thread watch = new Thread(this::watch, "leading-backend");
  private volatile boolean over;
  private Exception failure;

  FollowingBackend(Part part, Clock clock, Teller teller, StopSignal stop) {
    this.part = part;
    this.clock = clock;
    this.teller = teller;
    this.stop = stop;
    this.coordinator = part.coordinator(clock, this::say);
    this.watch.setDaemon(true);
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
    watch.start();
  }

  private void watch() {
    try {
      Instant start = coordinator.agreedStart(this::goesOn);
      if (start == null) {
        coordinator.giveUp("it was stopped");
        throw new TargetException(
            "coordination: this backend was stopped before all were ready; run %s does not begin"
                .formatted(part.run().id()));
      }
      say("all are ready; the flows begin at %s".formatted(start));
      Instant latest = latest(start);
      while (goesOn() && !coordinator.isOver()) {
        if (clock.instant().isAfter(latest)) {
          throw new TargetException(
              "coordination: the backend that leads run %s did not say that it is over; is it still"
                      .formatted(part.run().id())
                  + " there?");
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (TargetException | UsageException | InterruptedException | RuntimeException e) {
      coordinator.giveUp(String.valueOf(e.getMessage()));
      failure = e;
    } finally {
      coordinator.leave();
      stop.stop(StopSignal.Why.RUN_ENDED);
    }
  }

  /** The leading one waits for the shards' books until then, and decides a little later. */
  private Instant latest(Instant start) {
    return start
        .plusNanos(part.phases().beforeDrain().nanos())
        .plus(part.patience())
        .plusMillis(LONGEST_END_MILLIS);
  }

  private boolean goesOn() {
    return !over && stop.why() == null;
  }

  /**
   * Hands in the book of a reception that has ended.
   *
   * @param book its file
   * @throws TargetException if the flows did not begin, or the book cannot be given, with a line
   *     that says where it is
   * @throws IOException if the book cannot be read
   */
  void handIn(Path book) throws TargetException, IOException, InterruptedException {
    watch.join(LONGEST_END_MILLIS);
    if (coordinator.handIn(book)) {
      say("the leading backend has this one's book");
    }
    if (failure instanceof TargetException expected) {
      throw expected;
    }
    if (failure != null || watch.isAlive()) {
      throw new IllegalStateException("the wait for the end of the run did not end", failure);
    }
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Said(BackendCommand.NAME, line));
  }

  /** Whoever waits for the start is told. */
  @Override
  public void close() {
    over = true;
    try {
      watch.join(LONGEST_END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
