// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.format;

import java.io.IOException;
import java.nio.file.Path;

/** The format of a file, by its {@code version}. A file of another kind has none, which reads 0. */
public final class Format {
  private Format() {}

  public static void check(int found, int expected) {
    if (found != expected) {
      throw new IllegalArgumentException(
          "found format version " + found + ", expected " + expected);
    }
  }

  public static void refuseNewer(Path file, int found, int newest) throws IOException {
    if (found > newest) {
      throw new IOException(
          "%s: is of version %s, this tool reads up to %s; use a newer loadtest"
              .formatted(file, found, newest));
    }
  }
}
