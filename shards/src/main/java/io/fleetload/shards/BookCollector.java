// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Shard;
import io.fleetload.shards.log.LogStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The backend waits for the books of all shards, for a bound after the run was to end. The first
 * book says that the run is over, whatever was planned: the others have the bound from then.
 */
public final class BookCollector implements AutoCloseable {
  private final SharedRun run;
  private final Predicate<Participant> rightful;
  private final Duration patience;
  private final Clock clock;
  private final NoteLog log;
  private final List<ArrivingBook> books = new ArrayList<>();
  private Instant latest = Instant.MAX;

  /**
   * To be made before the shards begin: what is in the log already is not looked at.
   *
   * @param patience the longest wait for a book after the measured phase
   * @param rightful knows who has a place in the run
   * @param directories where each shard's book goes
   * @throws UsageException if the profile's way to the log is wrong
   * @throws TargetException if the log cannot be reached
   */
  public BookCollector(
      SharedRun run,
      Predicate<Participant> rightful,
      Duration patience,
      Clock clock,
      Function<Shard, Path> directories)
      throws UsageException, TargetException {
    this.run = run;
    this.rightful = rightful;
    this.patience = patience;
    this.clock = clock;
    this.log = run.open(LogStore.RESULTS);
    for (int number = 1; number <= run.shards(); number++) {
      books.add(new ArrivingBook(directories.apply(new Shard(number, run.shards()))));
    }
    log.skip();
  }

  /** It is known when the measured phase ends. */
  public void measuresUntil(Instant end) {
    latest = end.plus(patience);
  }

  /**
   * Looks once what came.
   *
   * @return whether the wait is over
   * @throws TargetException if the log cannot be read
   * @throws IOException if a book cannot be written
   */
  public boolean look() throws TargetException, IOException {
    for (NoteLog.Entry each : log.read()) {
      if (rightful.test(each.by()) && !each.by().isBackend()) {
        take(books.get(each.by().number() - 1), each.note());
      }
    }
    return missing().isEmpty() || !clock.instant().isBefore(latest);
  }

  private void take(ArrivingBook book, Note note) throws IOException {
    if (note instanceof Note.BookPart part) {
      book.part(part);
    } else if (note instanceof Note.BookEnd end) {
      book.end(end);
      Instant bound = clock.instant().plus(patience);
      latest = bound.isBefore(latest) ? bound : latest;
    }
  }

  /** The shards whose books are not there, each with what is known of why. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < books.size(); i++) {
      String fault = books.get(i).fault();
      if (fault != null) {
        String shard = new Shard(i + 1, run.shards()).toString();
        missing.add(fault.isEmpty() ? shard : "%s (%s)".formatted(shard, fault));
      }
    }
    return missing;
  }

  @Override
  public void close() {
    log.close();
  }
}
