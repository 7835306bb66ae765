// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import io.fleetload.shards.log.LogStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The backend that leads waits for the books of all shards, for a bound after the run was to end.
 * The first book says that the run is over, whatever was planned: the others have the bound from
 * then. After that it waits for the books of the other backends.
 */
public final class BookCollector implements AutoCloseable {
  /** Largest number of reads in one look, each of about 1 MB. */
  private static final int MOST_READS = 20;

  private final Predicate<Participant> rightful;
  private Duration patience;
  private final Clock clock;
  private final NoteLog log;
  private final Map<Shard, ArrivingBook> ofShards = new LinkedHashMap<>();
  private final Map<Shard, ArrivingBook> ofBackends = new LinkedHashMap<>();
  private Map<Shard, ArrivingBook> awaited = ofShards;
  private Instant latest = Instant.MAX;

  /**
   * To be made before the shards begin: what is in the log already is not looked at.
   *
   * @param rightful knows who has a place in the run
   * @param backends how many backends the run has, with the one that leads
   * @param patience the longest wait for a book after the measured phase
   * @param directory the run's, below which each book has a directory
   * @throws UsageException if the profile's way to the log is wrong
   * @throws TargetException if the log cannot be reached
   */
  public BookCollector(
      SharedRun run,
      Predicate<Participant> rightful,
      int backends,
      Duration patience,
      Clock clock,
      Path directory)
      throws UsageException, TargetException {
    this.rightful = rightful;
    this.patience = patience;
    this.clock = clock;
    this.log = run.open(LogStore.RESULTS);
    for (int number = 1; number <= run.shards(); number++) {
      Shard shard = new Shard(number, run.shards());
      Path file = shard.deviceDirectory(directory).resolve(DeviceBook.FILE);
      ofShards.put(shard, new ArrivingBook(file));
    }
    for (int number = 2; number <= backends; number++) {
      Shard backend = new Shard(number, backends);
      Path file = backend.backendDirectory(directory).resolve(BackendBook.FILE);
      ofBackends.put(backend, new ArrivingBook(file));
    }
    log.skip();
  }

  /** It is known when the measured phase ends. */
  public void measuresUntil(Instant end) {
    latest = end.plus(patience);
  }

  /** From now on the books of the other backends are waited for, so long at most. */
  public void awaitBackends(Duration longest) {
    awaited = ofBackends;
    patience = longest;
    latest = clock.instant().plus(longest);
  }

  /**
   * Looks once what came.
   *
   * @return whether the wait is over
   * @throws TargetException if the log cannot be read
   * @throws IOException if a book cannot be written
   */
  public boolean look() throws TargetException, IOException {
    int reads = 0;
    boolean more = true;
    while (more && reads < MOST_READS) {
      List<NoteLog.LogEntry> entries = log.readKnown();
      reads++;
      // A log may know of what came since only by reading.
      more = !entries.isEmpty() || log.isBehind();
      for (NoteLog.LogEntry each : entries) {
        boolean ofBackend = each.by().isBackend();
        ArrivingBook book =
            ofBackend ? ofBackends.get(each.by().backend()) : ofShards.get(each.by().shard());
        if (book != null && rightful.test(each.by())) {
          take(book, each.note(), ofBackend == (awaited == ofBackends));
        }
      }
    }
    return missing().isEmpty() || !clock.instant().isBefore(latest);
  }

  private void take(ArrivingBook book, Note note, boolean isAwaited) throws IOException {
    if (note instanceof Note.BookPart part) {
      book.part(part);
    } else if (note instanceof Note.BookEnd end) {
      book.end(end);
      if (!isAwaited) {
        return;
      }
      Instant bound = clock.instant().plus(patience);
      latest = bound.isBefore(latest) ? bound : latest;
    }
  }

  /**
   * Returns the participants with an awaited book that is missing, each with the reason if it is
   * known.
   */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    awaited.forEach(
        (whose, book) -> {
          String fault = book.fault();
          if (fault != null) {
            missing.add(fault.isEmpty() ? whose.toString() : "%s (%s)".formatted(whose, fault));
          }
        });
    return missing;
  }

  @Override
  public void close() {
    log.close();
  }
}
