// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import io.fleetload.analysis.merge.BackendParts;
import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The books of a run as they lie on disk.
 *
 * @param device the device side's
 * @param backend the backend's, or null if it does not exist yet
 */
record Books(DeviceBook device, BackendBook backend) {
  /**
   * The most bytes of all books together that are read while a run goes on. A run of messages in
   * their order takes a few kilobytes however long it is; one that is full of gaps, as each shard's
   * is, takes a bit a message, and this process must not fall over it.
   */
  static final long MOST_BYTES = 24_000_000;

  /**
   * Reads the books that exist. Returns null if one of the devices' books is missing, or if they
   * are too large to read.
   *
   * @param shards number of processes of the device side
   */
  static Books in(Path directory, int shards) {
    try {
      long bytes = 0;
      for (Path each : BackendParts.files(directory)) {
        bytes += size(each);
      }
      List<Path> devices = new ArrayList<>();
      for (int number = 1; number <= shards; number++) {
        Path below = shards == 1 ? directory : new Shard(number, shards).deviceDirectory(directory);
        Path device = below.resolve(DeviceBook.FILE);
        if (size(device) == 0) {
          return null;
        }
        bytes += size(device);
        devices.add(device);
      }
      if (bytes > MOST_BYTES) {
        return null;
      }
      DeviceBook device =
          shards == 1 ? ResultFiles.read(devices.get(0), DeviceBook.class) : merged(devices);
      return new Books(device, BackendParts.read(directory, device));
    } catch (IOException | MergeRefusal e) {
      // The page goes without; whether a book can be read is judged at the end.
      return null;
    }
  }

  private static DeviceBook merged(List<Path> devices) throws IOException, MergeRefusal {
    List<BookSources.Book<DeviceBook>> books =
        devices.stream().map(BookSources.Book::ofDevices).toList();
    return MergedBooks.of(new BookSources(books, List.of())).device();
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
