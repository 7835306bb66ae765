// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
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
public record BookSources(List<Book<DeviceBook>> devices, List<Book<BackendBook>> backends) {

  /** The place that a book comes from. */
  @FunctionalInterface
  public interface BookSource<T> {
    /**
     * Reads it.
     *
     * @throws IOException with one line if it cannot be read
     */
    T read() throws IOException;
  }

  /**
   * A book and what to call it. It is read when its turn comes, so that the books of any number of
   * shards fit in memory.
   *
   * @param name its file, for messages
   * @param head what the book says at its top: {@link ResultFiles#head}
   * @param whole the book
   */
  public record Book<T>(String name, BookSource<T> head, BookSource<T> whole) {

    /** One that is in memory. */
    public Book(String name, T book) {
      this(name, () -> book, () -> book);
    }

    /** A device side's in a file. */
    public static Book<DeviceBook> ofDevices(Path file) {
      return new Book<>(
          file.toString(),
          () -> ResultFiles.head(file),
          () -> ResultFiles.read(file, DeviceBook.class));
    }

    /** A backend's in a file. */
    public static Book<BackendBook> ofBackend(Path file) {
      BookSource<BackendBook> source = () -> ResultFiles.read(file, BackendBook.class);
      return new Book<>(file.toString(), source, source);
    }
  }

  public BookSources {
    devices = List.copyOf(devices);
    backends = List.copyOf(backends);
  }

  /**
   * Finds the books of the directories. A directory may hold the book of one side only: the backend
   * often runs apart from all shards.
   *
   * @throws IOException with one line if a directory holds no book
   */
  public static BookSources in(List<Path> directories) throws IOException {
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
        devices.add(Book.ofDevices(device));
      }
      if (Files.exists(backend)) {
        backends.add(Book.ofBackend(backend));
      }
    }
    return new BookSources(devices, backends);
  }
}
