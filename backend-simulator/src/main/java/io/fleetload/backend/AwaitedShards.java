// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.cost.CostReadings;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.results.run.Shard;
import io.fleetload.shards.BookCollector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The shards of a run that this backend leads. They begin together, and their books come here, as
 * do those of the other backends. When the last shard's book is here the reception has done its
 * work, and so have those of the other backends.
 */
final class AwaitedShards implements AutoCloseable {
  private static final int MOST_NAMED = 20;

  private final BackendShare part;
  private final Path directory;
  private final Clock clock;
  private final CostReadings cost;
  private final BesideReception beside;
  private BookCollector books;
  private List<String> missing;
  private List<String> missingBackends = List.of();

  /**
   * Creates the shards of a run.
   *
   * @param directory where the books go
   * @param cost notified when the flows begin
   */
  AwaitedShards(
      BackendShare part,
      Path directory,
      Clock clock,
      Teller teller,
      StopSignal stop,
      CostReadings cost) {
    this.part = part;
    this.directory = directory;
    this.clock = clock;
    this.cost = cost;
    this.beside = new BesideReception(part, clock, teller, stop, this::collect);
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
            part.run(),
            beside.coordinator()::has,
            part.which().of(),
            part.patience(),
            clock,
            directory);
    beside.open();
  }

  private void collect(Instant start)
      throws TargetException, UsageException, IOException, InterruptedException {
    cost.flowsBeginIn(Duration.between(clock.instant(), start));
    books.measuresUntil(start.plusNanos(part.phases().beforeDrain().nanos()));
    beside.until(this::looksForShards);
    missing = books.missing();
    if (part.which().of() > 1) {
      books.awaitBackends(part.patienceWithBackends());
      beside.coordinator().over();
      beside.endReception();
      beside.until(books::look);
      missingBackends = books.missing();
    }
  }

  private boolean looksForShards() throws TargetException, UsageException, IOException {
    beside.coordinator().requireAllInTime();
    return books.look();
  }

  /**
   * Waits until nothing more comes from the shards and the other backends.
   *
   * @return the directories of their books
   * @throws TargetException if they did not begin
   * @throws UsageException if a book is missing, with a line that names its shard or backend
   * @throws IOException if a book could not be written
   */
  List<Path> books() throws TargetException, UsageException, IOException, InterruptedException {
    int shards = part.run().shards();
    int backends = part.which().of();
    beside.await(backends == 1 ? Duration.ZERO : part.patienceWithBackends());
    beside.check();
    require("shard", missing);
    require("backend", missingBackends);
    return Stream.concat(
            IntStream.rangeClosed(1, shards)
                .mapToObj(each -> new Shard(each, shards).deviceDirectory(directory)),
            IntStream.rangeClosed(2, backends)
                .mapToObj(each -> new Shard(each, backends).backendDirectory(directory)))
        .toList();
  }

  private void require(String what, List<String> without) throws UsageException {
    if (!without.isEmpty()) {
      int named = Math.min(MOST_NAMED, without.size());
      String more = named < without.size() ? " and %s more".formatted(without.size() - named) : "";
      throw new UsageException(
          "missing: %s %s%s; run %s has no verdict without their books, what came is in %s; put the"
                  .formatted(
                      what,
                      String.join(", ", without.subList(0, named)),
                      more,
                      part.run().id(),
                      directory)
              + " missing ones beside these, in %s-N, and \"loadtest merge\" adds them all"
                  .formatted(what));
    }
  }

  @Override
  public void close() {
    beside.close();
    // Its clients are of the thread beside the reception; one that hangs keeps them.
    if (beside.isDone() && books != null) {
      books.close();
    }
  }
}
