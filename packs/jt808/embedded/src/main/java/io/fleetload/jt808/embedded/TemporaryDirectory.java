// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A directory for the store's files, deleted at the end. */
final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  TemporaryDirectory() throws IOException {
    path = Files.createTempDirectory("jt808-server-");
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
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
