// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Phases;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Shard;
import io.fleetload.shards.BookCollector;
import io.fleetload.shards.Participant;
import io.fleetload.shards.ShardCoordinator;
import io.fleetload.shards.SharedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The shards of a run in which this backend takes part, beside its reception and on a thread of
 * their own: they begin together, and their books come here. When the last is here the reception
 * has done its work.
 */
final class AwaitedShards implements AutoCloseable {
  private static final long LONGEST_END_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 100;

  private final SharedRun run;
  private final Phases phases;
  private final Path directory;
  private final Clock clock;
  private final Teller teller;
  private final StopSignal stop;
  private final ShardCoordinator coordinator;
  private final Thread watch = new Thread(this::watch, "shards");
  private volatile boolean over;
  private BookCollector books;
  private Exception failure;
  private List<String> missing;

  /**
   * Of a run.
   *
   * @param sessions how many sessions all shards open
   * @param directory where the books go
   */
  AwaitedShards(
      SharedRun run,
      Phases phases,
      int sessions,
      Path directory,
      Clock clock,
      Teller teller,
      StopSignal stop) {
    this.run = run;
    this.phases = phases;
    this.directory = directory;
    this.clock = clock;
    this.teller = teller;
    this.stop = stop;
    Duration connecting =
        Duration.ofMillis(Math.round(sessions * 1e3 / phases.connect().rate().perSecond()));
    this.coordinator =
        new ShardCoordinator(run, Participant.of(null), clock, connecting, this::say);
    this.watch.setDaemon(true);
  }

  /**
   * From now on shards may come.
   *
   * @throws UsageException if the run's id was used before, or the profile's way to the shared logs
   *     is wrong
   * @throws TargetException if the logs cannot be made or read
   */
  void open() throws UsageException, TargetException {
    Duration patience = Duration.ofNanos(phases.drain().nanos()).plusNanos(run.timeout().nanos());
    // Open before any shard can write there.
    books =
        new BookCollector(
            run, coordinator::has, patience, clock, shard -> directory(directory, shard));
    coordinator.enter();
    watch.start();
  }

  private void watch() {
    try {
      Instant start = coordinator.agreedStart(this::goesOn);
      if (start == null) {
        coordinator.giveUp("it was stopped");
        throw new TargetException(
            "coordination: the backend was stopped before all shards were ready; run %s does not"
                    .formatted(run.id())
                + " begin");
      }
      say("all %d shards are ready; their flows begin at %s".formatted(run.shards(), start));
      books.measuresUntil(start.plusNanos(phases.beforeDrain().nanos()));
      while (!books.look() && goesOn()) {
        Thread.sleep(LOOK_MILLIS);
      }
      missing = books.missing();
    } catch (TargetException | IOException | InterruptedException | RuntimeException e) {
      coordinator.giveUp(String.valueOf(e.getMessage()));
      failure = e;
    } finally {
      stop.stop(StopSignal.Why.RUN_ENDED);
    }
  }

  private boolean goesOn() {
    return !over && stop.why() == null;
  }

  /** Where the book of a shard goes. */
  static Path directory(Path run, Shard shard) {
    return run.resolve("shard-" + shard.number());
  }

  /**
   * Waits until nothing more comes from the shards.
   *
   * @return the directories of their books
   * @throws TargetException if they did not begin
   * @throws UsageException if a book is missing, with a line that names whose
   * @throws IOException if a book could not be written
   */
  List<Path> books() throws TargetException, UsageException, IOException, InterruptedException {
    over = true;
    watch.join(LONGEST_END_MILLIS);
    if (failure instanceof TargetException expected) {
      throw expected;
    }
    if (failure instanceof IOException expected) {
      throw expected;
    }
    if (failure != null || missing == null) {
      throw new IllegalStateException("the wait for the shards did not end", failure);
    }
    if (!missing.isEmpty()) {
      throw new UsageException(
          "missing: shard %s; run %s has no verdict without their books, what came is in %s"
              .formatted(String.join(", ", missing), run.id(), directory));
    }
    return IntStream.rangeClosed(1, run.shards())
        .mapToObj(number -> directory(directory, new Shard(number, run.shards())))
        .toList();
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Said(BackendCommand.NAME, line));
  }

  /** Whoever waits for the start is told, and nothing is waited for. */
  @Override
  public void close() {
    over = true;
    try {
      watch.join(LONGEST_END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Its clients are of the thread that watches; one that hangs keeps them.
    if (!watch.isAlive() && books != null) {
      books.close();
    }
  }
}
