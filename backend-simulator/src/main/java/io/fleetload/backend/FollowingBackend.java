// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.shards.ShardCoordinator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * A backend of a run that another one leads: it is there before the flows begin, ends when the
 * leading one says so, and hands in its book.
 */
final class FollowingBackend implements AutoCloseable {
  /** The leading one waits for the last book, and decides a little later. */
  private static final Duration TO_DECIDE = Duration.ofSeconds(30);

  private final BackendShare part;
  private final Clock clock;
  private final BesideReception beside;

  FollowingBackend(BackendShare part, Clock clock, Teller teller, StopSignal stop) {
    this.part = part;
    this.clock = clock;
    this.beside = new BesideReception(part, clock, teller, stop, this::awaitOver);
  }

  /**
   * From now on the flows may begin.
   *
   * @throws UsageException if this backend has no place in the run, or the profile's way to the
   *     shared logs is wrong
   * @throws TargetException if the logs cannot be made or read
   */
  void open() throws UsageException, TargetException {
    beside.open();
  }

  private void awaitOver(Instant start)
      throws TargetException, UsageException, IOException, InterruptedException {
    Instant latest =
        start.plusNanos(part.phases().beforeDrain().nanos()).plus(part.patience()).plus(TO_DECIDE);
    ShardCoordinator coordinator = beside.coordinator();
    beside.until(() -> coordinator.isOver() || isTooLate(latest));
  }

  private boolean isTooLate(Instant latest) throws TargetException {
    if (clock.instant().isAfter(latest)) {
      throw new TargetException(
          "coordination: the backend that leads run %s did not say that it is over; is it still there?"
              .formatted(part.run().id()));
    }
    return false;
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
    beside.await(Duration.ZERO);
    if (beside.coordinator().handIn(book)) {
      beside.say("the leading backend has this one's book");
    }
    beside.check();
  }

  @Override
  public void close() {
    beside.close();
  }
}
