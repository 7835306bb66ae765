// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The books of the shards that one campaign started, below its directory. */
final class ShardsOnDisk {
  /** Shards that are stopped together write their last books within that time. */
  private static final long TOGETHER_MILLIS = 1_000;

  private final RunRequest asked;
  private final Path directory;

  ShardsOnDisk(RunRequest asked, Path directory) {
    this.asked = asked;
    this.directory = directory;
  }

  /**
   * The books as one. A shard that left none has done nothing.
   *
   * @throws IOException with one line if one cannot be read, or they do not belong together
   */
  MergedBooks merged() throws IOException {
    List<BookSources.Book<DeviceBook>> books = new ArrayList<>();
    for (Shard shard : asked.ofDevices().all()) {
      Path file = file(shard);
      books.add(
          Files.exists(file)
              ? BookSources.Book.ofDevices(file)
              : new BookSources.Book<>(file.toString(), asked.nothingDone(shard)));
    }
    try {
      return MergedBooks.of(new BookSources(books, List.of()));
    } catch (MergeRefusal e) {
      throw new IOException("the shards' books do not fit: " + e.getMessage(), e);
    }
  }

  /**
   * Says of each shard that did not come to its end how much older its book is than the last one,
   * as after a kill; empty where none is.
   *
   * @throws IOException if a book cannot be read
   */
  String older() throws IOException {
    Map<Shard, Long> written = new LinkedHashMap<>();
    for (Shard shard : asked.ofDevices().all()) {
      if (Files.exists(file(shard))) {
        written.put(shard, Files.getLastModifiedTime(file(shard)).toMillis());
      }
    }
    long last = written.values().stream().mapToLong(each -> each).max().orElse(0);
    List<String> older = new ArrayList<>();
    for (Map.Entry<Shard, Long> each : written.entrySet()) {
      long millis = last - each.getValue();
      if (millis >= TOGETHER_MILLIS && !ResultFiles.head(file(each.getKey())).complete()) {
        older.add(
            String.format(
                Locale.ROOT,
                "the book of shard %s is %.1f s older than the last one",
                each.getKey(),
                millis / 1e3));
      }
    }
    return String.join("; ", older);
  }

  private Path file(Shard shard) {
    return Shards.directory(directory, shard).resolve(DeviceBook.FILE);
  }
}
