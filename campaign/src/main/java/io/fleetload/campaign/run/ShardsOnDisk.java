// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The books of the shards that one campaign started, below its directory. */
final class ShardsOnDisk {
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
      Path file = Shards.directory(directory, shard).resolve(DeviceBook.FILE);
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
}
