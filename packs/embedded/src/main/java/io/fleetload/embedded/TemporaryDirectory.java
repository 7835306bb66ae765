// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A directory for a server's files, deleted at the end. */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  /**
   * A new one, which its owner alone can read.
   *
   * @param server name of the server
   */
  public TemporaryDirectory(String server) throws IOException {
    path = Files.createTempDirectory(server + "-");
  }

  /** Its path. */
  public Path path() {
    return path;
  }

  /** Deletes it, unless that was done. */
  @Override
  public void close() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
