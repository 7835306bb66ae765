// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.analysis.merge.Found;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.Merged;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The books of the shards that one campaign started, below its directory. */
final class ShardsOnDisk {
  private final Asked asked;
  private final Path directory;

  ShardsOnDisk(Asked asked, Path directory) {
    this.asked = asked;
    this.directory = directory;
  }

  /**
   * The books as one. A shard that left none has done nothing.
   *
   * @throws IOException with one line if one cannot be read, or they do not belong together
   */
  Merged merged() throws IOException {
    List<Found.Book<DeviceBook>> books = new ArrayList<>();
    for (Shard shard : asked.ofDevices().all()) {
      Path file = Shards.directory(directory, shard).resolve(DeviceBook.FILE);
      books.add(
          Files.exists(file)
              ? Found.Book.ofDevices(file)
              : new Found.Book<>(file.toString(), asked.nothingDone(shard)));
    }
    try {
      return Merged.of(new Found(books, List.of()));
    } catch (MergeRefusal e) {
      throw new IOException("the shards' books do not fit: " + e.getMessage(), e);
    }
  }
}
