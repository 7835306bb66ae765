// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.cost.CostReadings;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.shards.BookCollector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
  private List<String> missingShards = List.of();
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
    beside.until(books::look);
    missingShards = books.missing();
    if (part.which().of() > 1) {
      books.awaitBackends(part.patienceWithBackends());
      beside.coordinator().over();
      beside.endReception();
      beside.until(books::look);
      missingBackends = books.missing();
    }
  }

  /**
   * Waits until nothing more comes from the shards and the other backends.
   *
   * @return the line that names those of which the book is missing; empty where all came
   * @throws TargetException if they did not begin
   * @throws IOException if a book could not be written
   */
  Optional<String> missing() throws TargetException, IOException, InterruptedException {
    beside.await(part.which().of() == 1 ? Duration.ZERO : part.patienceWithBackends());
    beside.check();
    String named =
        Stream.of(named("shard", missingShards), named("backend", missingBackends))
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(" and "));
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "missing: %s; run %s has no verdict without their books, the figures are of those in %s;"
                    .formatted(named, part.run().id(), directory)
                + " put the missing ones into its folders shard-N and backend-N, and \"loadtest"
                + " merge\" adds them all");
  }

  private static String named(String what, List<String> without) {
    if (without.isEmpty()) {
      return "";
    }
    int named = Math.min(MOST_NAMED, without.size());
    String more = named < without.size() ? " and %s more".formatted(without.size() - named) : "";
    return what + " " + String.join(", ", without.subList(0, named)) + more;
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
