package io.fleetload.hono.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Where the broker's log and the registry live.
 *
 * @param path an existing directory
 * @param kept whether it outlives the process
 */
public record DataDirectory(Path path, boolean kept) {

  /**
   * The given directory, made if need be, or else a new temporary one.
   *
   * @throws StartFailure if it cannot be made or written
   */
  public static DataDirectory open(Optional<Path> wanted) throws StartFailure {
    try {
      if (wanted.isEmpty()) {
        return new DataDirectory(Files.createTempDirectory("hono-embedded-"), false);
      }
      Path made = Files.createDirectories(wanted.get().toAbsolutePath());
      if (!Files.isWritable(made)) {
        throw new IOException("not writable");
      }
      return new DataDirectory(made, true);
    } catch (IOException e) {
      throw new StartFailure(
          "data directory: cannot use %s (%s); choose another with --data"
              .formatted(wanted.map(Path::toString).orElse("the temp dir"), e.getMessage()));
    }
  }

  /** Whether the registry is kept as well, which takes a file instead of memory. */
  public Optional<Path> registryFile() {
    return kept ? Optional.of(path.resolve("registry.mv.db")) : Optional.empty();
  }

  /**
   * Deletes a temporary directory; a kept one stays.
   *
   * @throws UncheckedIOException if something in it cannot be deleted
   */
  public void close() {
    if (kept || !Files.exists(path)) {
      return;
    }
    try {
      Files.walkFileTree(path, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
