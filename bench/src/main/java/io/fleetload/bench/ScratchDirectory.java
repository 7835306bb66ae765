// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary directory that is gone, with all that is in it, when it is closed. */
record ScratchDirectory(Path path) implements AutoCloseable {
  static ScratchDirectory of(String benchmark) throws IOException {
    return new ScratchDirectory(Files.createTempDirectory(benchmark));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
