// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The backend's books in the directory of a run: the book of the only backend, or below it one of
 * each of several. Directories are made before the backends start, so they say how many there are.
 */
public final class BackendParts {
  private BackendParts() {}

  /** Returns whether the run had several backends. */
  public static boolean areSeveral(Path run) {
    return !all(run).isEmpty();
  }

  private static List<Shard> all(Path run) {
    int count = 0;
    while (Files.isDirectory(new Shard(count + 1, count + 1).backendDirectory(run))) {
      count++;
    }
    int of = count;
    return IntStream.rangeClosed(1, of).mapToObj(number -> new Shard(number, of)).toList();
  }

  /** The files that are there. */
  public static List<Path> files(Path run) {
    List<Shard> parts = all(run);
    return (parts.isEmpty()
            ? List.of(run.resolve(BackendBook.FILE))
            : parts.stream()
                .map(each -> each.backendDirectory(run).resolve(BackendBook.FILE))
                .toList())
        .stream().filter(Files::exists).toList();
  }

  /**
   * Reads the book of the whole run. If one of several backends left no book, the backend side
   * counts as one that has not read to the end.
   *
   * @param device the device side's half
   * @return the book, or null if there is no book at all
   * @throws IOException with one line if a book cannot be read
   * @throws MergeRefusal if they do not belong together
   */
  public static BackendBook read(Path run, DeviceBook device) throws IOException, MergeRefusal {
    List<Path> there = files(run);
    List<Shard> parts = all(run);
    if (there.isEmpty()) {
      return null;
    }
    if (parts.isEmpty()) {
      BackendBook only = ResultFiles.read(there.get(0), BackendBook.class);
      new BackendsOfOneRun(run.resolve(DeviceBook.FILE).toString(), device)
          .check(there.get(0).toString(), only);
      return only;
    }
    List<BookSources.Book<BackendBook>> books = new ArrayList<>();
    for (Shard each : parts) {
      Path file = each.backendDirectory(run).resolve(BackendBook.FILE);
      books.add(
          there.contains(file)
              ? BookSources.Book.ofBackend(file)
              : new BookSources.Book<>(
                  file.toString(), EmptyBooks.ofBackend(device.runId(), device.runName(), each)));
    }
    return MergedBooks.backend(device, books);
  }
}
