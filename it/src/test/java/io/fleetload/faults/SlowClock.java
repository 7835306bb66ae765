// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A Java in which one tool's wall clock is off. The campaign starts its tools with the Java that it
 * runs on itself, so it is told that this is another one: a script that puts {@code faketime}
 * before that tool alone.
 */
final class SlowClock {
  private SlowClock() {}

  /**
   * Makes one.
   *
   * @param directory where
   * @param tool the tool's name
   * @param seconds by how much its clock is ahead
   * @return the campaign's option
   */
  static String of(Path directory, String tool, double seconds) throws IOException {
    Path real = Path.of(System.getProperty("java.home"));
    Path home = directory.resolve("java");
    Path java = home.resolve("bin").resolve("java");
    Files.createDirectories(java.getParent());
    for (String part : new String[] {"lib", "conf"}) {
      Files.createSymbolicLink(home.resolve(part), real.resolve(part));
    }
    Files.writeString(
        java,
        """
        #!/bin/sh
        case "$*" in
          *%s.jar*) FAKETIME_DONT_FAKE_MONOTONIC=1 exec faketime -f '%+.3f' '%s' "$@" ;;
        esac
        exec '%s' "$@"
        """
            .formatted(tool, seconds, real.resolve("bin/java"), real.resolve("bin/java")));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return "-Djava.home=" + home;
  }
}
