// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.quantity.Span;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.Shard;
import io.fleetload.results.session.SessionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The wait for messages that the devices' books confirm and that have not arrived: only after it is
 * one of them lost. It takes {@code phases.drain} at most, as the devices' own wait for outcomes
 * does, and no time where nothing is missing.
 *
 * @param run the directory of the run, with the devices' books once they have ended
 * @param part which of the run's backends; one of several has a part of the messages and cannot
 *     know what it lacks, so it waits the whole time
 * @param longest the profile's {@code phases.drain}
 * @param reader reads the books; the receiving thread has to go on meanwhile
 */
record LateArrivals(Path run, Shard part, Span longest, Executor reader) {
  /** In the run's own directory, read by a thread of its own. */
  static LateArrivals of(Path run, Shard part, Span longest) {
    return new LateArrivals(
        run,
        part,
        longest,
        work -> {
          Thread thread = new Thread(work, "devices-books");
          thread.setDaemon(true);
          thread.start();
        });
  }

  /**
   * Reads what the devices' books confirm.
   *
   * @param runId the run of the books
   * @return empty where no run of devices came to its end here
   */
  CompletableFuture<Optional<DeviceBooks>> confirmed(String runId) {
    return CompletableFuture.supplyAsync(() -> read(runId), reader);
  }

  /**
   * Parts of the devices' books that the backend needs at its end.
   *
   * @param messages numbers of the confirmed messages by flow
   * @param sessions the sessions that the target announces; null if it announces none
   * @param closed when the books were closed, ms since the epoch
   */
  record DeviceBooks(Map<String, MessageSet> messages, SessionLog sessions, long closed) {}

  private Optional<DeviceBooks> read(String runId) {
    SessionLog sessions = null;
    long closed = 0;
    Map<String, MessageSet> confirmed = new HashMap<>();
    List<Path> books = books();
    try {
      for (Path each : books) {
        DeviceBook book = ResultFiles.read(each, DeviceBook.class);
        if (!book.complete() || !book.runId().equals(runId)) {
          return Optional.empty();
        }
        if (book.sessions() != null) {
          sessions = sessions == null ? book.sessions() : sessions.plus(book.sessions());
        }
        closed = Math.max(closed, book.timeline().endEpochMs());
        book.flows()
            .forEach(
                (name, flow) -> {
                  if (!flow.terms().deviceOnly()) {
                    confirmed.computeIfAbsent(name, flows -> new MessageSet()).addAll(flow.ok());
                  }
                });
      }
    } catch (IOException e) {
      // The verdict says what is wrong with the book.
      return Optional.empty();
    }
    return books.isEmpty()
        ? Optional.empty()
        : Optional.of(new DeviceBooks(confirmed, sessions, closed));
  }

  private List<Path> books() {
    Path whole = run.resolve(DeviceBook.FILE);
    if (Files.exists(whole)) {
      return List.of(whole);
    }
    List<Path> books = new ArrayList<>();
    for (int number = 1; ; number++) {
      Path book = new Shard(number, number).deviceDirectory(run).resolve(DeviceBook.FILE);
      if (!Files.exists(book)) {
        return books;
      }
      books.add(book);
    }
  }
}
