// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.process.StopSignal;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Shard;
import io.fleetload.shards.BookCollector;
import io.fleetload.shards.ShardCoordinator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The shards of a run that this backend leads, beside its reception and on a thread of their own:
 * they begin together, and their books come here. When the last is here the reception has done its
 * work, and so have those of the other backends, whose books come here as well.
 */
final class AwaitedShards implements AutoCloseable {
  private static final long LONGEST_END_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 100;

  private final Part part;
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
  private List<String> missingBackends;

  /**
   * Of a run.
   *
   * @param directory where the books go
   */
  AwaitedShards(Part part, Path directory, Clock clock, Teller teller, StopSignal stop) {
    this.part = part;
    this.directory = directory;
    this.clock = clock;
    this.teller = teller;
    this.stop = stop;
    this.coordinator = part.coordinator(clock, this::say);
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
    // Open before any shard can write there.
    books =
        new BookCollector(
            part.run(), coordinator::has, part.which().of(), part.patience(), clock, directory);
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
                    .formatted(part.run().id())
                + " begin");
      }
      say("all %d shards are ready; their flows begin at %s".formatted(part.run().shards(), start));
      books.measuresUntil(start.plusNanos(part.phases().beforeDrain().nanos()));
      while (!books.look() && goesOn()) {
        Thread.sleep(LOOK_MILLIS);
      }
      missing = books.missing();
      if (part.which().of() > 1) {
        awaitBackends();
      }
    } catch (TargetException
        | UsageException
        | IOException
        | InterruptedException
        | RuntimeException e) {
      coordinator.giveUp(String.valueOf(e.getMessage()));
      failure = e;
    } finally {
      stop.stop(StopSignal.Why.RUN_ENDED);
    }
  }

  /** They end as this one does, and need as long. */
  private void awaitBackends()
      throws TargetException, UsageException, IOException, InterruptedException {
    books.awaitBackends(part.patience().plus(StopTimes.TOOL));
    coordinator.over();
    stop.stop(StopSignal.Why.RUN_ENDED);
    while (!books.look() && stop.why() == StopSignal.Why.RUN_ENDED && !over) {
      Thread.sleep(LOOK_MILLIS);
    }
    missingBackends = books.missing();
  }

  private boolean goesOn() {
    return !over && stop.why() == null;
  }

  /**
   * Waits until nothing more comes from the shards and the other backends.
   *
   * @return the directories of their books
   * @throws TargetException if they did not begin
   * @throws UsageException if a book is missing, with a line that names whose
   * @throws IOException if a book could not be written
   */
  List<Path> books() throws TargetException, UsageException, IOException, InterruptedException {
    int shards = part.run().shards();
    int backends = part.which().of();
    Duration ofBackends = backends == 1 ? Duration.ZERO : part.patience().plus(StopTimes.TOOL);
    watch.join(ofBackends.toMillis() + LONGEST_END_MILLIS);
    if (failure instanceof TargetException expected) {
      throw expected;
    }
    if (failure instanceof IOException expected) {
      throw expected;
    }
    if (failure != null || missing == null) {
      throw new IllegalStateException("the wait for the shards did not end", failure);
    }
    require("shard", missing);
    require("backend", missingBackends == null ? List.of() : missingBackends);
    return Stream.concat(
            IntStream.rangeClosed(1, shards)
                .mapToObj(each -> new Shard(each, shards).deviceDirectory(directory)),
            IntStream.rangeClosed(2, backends)
                .mapToObj(each -> new Shard(each, backends).backendDirectory(directory)))
        .toList();
  }

  private void require(String what, List<String> without) throws UsageException {
    if (!without.isEmpty()) {
      throw new UsageException(
          "missing: %s %s; run %s has no verdict without their books, what came is in %s"
              .formatted(what, String.join(", ", without), part.run().id(), directory));
    }
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
