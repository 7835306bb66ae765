// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.fleetload.hono.embedded.part.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The directory of the broker's log and the registry. A temporary one is locked by its process as
 * long as that lives. So the next stack can recognise the directory of a killed one, and deletes
 * it.
 */
public final class DataDirectory {

  private static final String PREFIX = "hono-embedded-";
  private static final String LOCK = "owner.lock";
  private static final int MOST_TRIES = 5;

  private final Path path;

  /** Held open until the process ends; empty where the directory is kept. */
  private final Optional<FileChannel> lock;

  private DataDirectory(Path path, Optional<FileChannel> lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * The given directory, made if need be, or else a new temporary one.
   *
   * @param temporary where temporary directories are made, and those of killed stacks are deleted
   * @throws StartFailure if it cannot be made or written
   */
  public static DataDirectory open(Optional<Path> wanted, Path temporary) throws StartFailure {
    try {
      if (wanted.isEmpty()) {
        sweep(temporary);
        return locked(temporary);
      }
      Path made = Files.createDirectories(wanted.get().toAbsolutePath());
      if (!Files.isWritable(made)) {
        throw new IOException("not writable");
      }
      return new DataDirectory(made, Optional.empty());
    } catch (IOException e) {
      throw new StartFailure(
          "data directory: cannot use %s (%s); choose another with --data"
              .formatted(wanted.map(Path::toString).orElse("the temp dir"), e.getMessage()));
    }
  }

  private static DataDirectory locked(Path temporary) throws IOException {
    while (true) {
      Path made = Files.createTempDirectory(temporary, PREFIX);
      FileChannel lock =
          FileChannel.open(
              made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      // Another stack that sweeps may have been quicker; it deletes this one.
      if (lock.tryLock() != null) {
        return new DataDirectory(made, Optional.of(lock));
      }
      lock.close();
    }
  }

  private static void sweep(Path temporary) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary, PREFIX + "*")) {
      for (Path each : left) {
        sweepAbandoned(each);
      }
    }
  }

  private static void sweepAbandoned(Path directory) {
    try (FileChannel lock = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE)) {
      if (lock.tryLock() != null) {
        Files.walkFileTree(directory, new Deletion());
      }
    } catch (IOException | OverlappingFileLockException e) {
      // Another user's, one without a lock, or one of this process: not ours to delete.
    }
  }

  /** An existing directory. */
  public Path path() {
    return path;
  }

  /** Checks whether the directory stays when the stack ends. */
  boolean isKept() {
    return lock.isEmpty();
  }

  /** File of the registry, if the registry is kept as well; otherwise it is in memory. */
  public Optional<Path> registryFile() {
    return isKept() ? Optional.of(path.resolve("registry.mv.db")) : Optional.empty();
  }

  /**
   * Deletes a temporary directory; a kept one stays.
   *
   * @throws UncheckedIOException if something in it cannot be deleted
   */
  public void close() {
    try {
      for (int tries = 1; !isKept() && Files.exists(path); tries++) {
        delete(tries == MOST_TRIES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void delete(boolean last) throws IOException {
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (DirectoryNotEmptyException e) {
      // A broker that still runs has made another file meanwhile.
      if (last) {
        throw e;
      }
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    // A broker that is still stopping may rename a file under the walk; its new name comes later.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
