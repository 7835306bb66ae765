// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The books that were found in the directories of the shards.
 *
 * @param devices the device side's, in the order of the directories
 * @param backends the backends', likewise
 */
public record Found(List<Book<DeviceBook>> devices, List<Book<BackendBook>> backends) {

  /**
   * A book and what to call it.
   *
   * @param name its file, for messages
   * @param book what it says
   */
  public record Book<T>(String name, T book) {}

  public Found {
    devices = List.copyOf(devices);
    backends = List.copyOf(backends);
  }

  /**
   * Reads the books of the directories. A directory may hold the book of one side only: the backend
   * often runs apart from all shards.
   *
   * @throws IOException with one line if a directory holds no book, or one that cannot be read
   */
  public static Found in(List<Path> directories) throws IOException {
    List<Book<DeviceBook>> devices = new ArrayList<>();
    List<Book<BackendBook>> backends = new ArrayList<>();
    for (Path directory : directories) {
      Path device = directory.resolve(DeviceBook.FILE);
      Path backend = directory.resolve(BackendBook.FILE);
      if (!Files.exists(device) && !Files.exists(backend)) {
        throw new IOException(
            "%s: holds neither %s nor %s; give the directory of a run"
                .formatted(directory, DeviceBook.FILE, BackendBook.FILE));
      }
      if (Files.exists(device)) {
        devices.add(new Book<>(device.toString(), ResultFiles.read(device, DeviceBook.class)));
      }
      if (Files.exists(backend)) {
        backends.add(new Book<>(backend.toString(), ResultFiles.read(backend, BackendBook.class)));
      }
    }
    return new Found(devices, backends);
  }
}
