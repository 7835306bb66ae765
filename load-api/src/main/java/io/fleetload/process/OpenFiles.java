// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Every device is an open file; this host's limit is looked at before the run, not in it. */
public final class OpenFiles {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final int OTHERS = 300;

  private OpenFiles() {}

  /**
   * Checks that the process may open one for each device that it drives.
   *
   * @param fleet how many devices the whole fleet has
   * @param own how many of them it drives
   * @throws UsageException if it may not, with the command that raises the limit
   */
  public static void check(int fleet, int own) throws UsageException {
    check(fleet, own, limit());
  }

  static void check(int fleet, int own, long limit) throws UsageException {
    int needed = own + OTHERS;
    if (needed > limit) {
      throw new UsageException(
          ("devices.count: found %s%s, but this process may open %s files and needs %s;"
                  + " raise the limit with: ulimit -n %s")
              .formatted(
                  fleet,
                  own == fleet ? "" : ", of which this shard has " + own,
                  limit,
                  needed,
                  needed));
    }
  }

  /** Number of files that this process, and each that it starts, may open. */
  public static long limit() {
    try {
      List<String> lines = Files.readAllLines(LIMITS);
      return lines.stream()
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.replaceAll("\\s{2,}", "\t").split("\t")[1])
          .filter(value -> !value.equals("unlimited"))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException | RuntimeException e) {
      // No such list on this system: the run will say so itself.
      return Long.MAX_VALUE;
    }
  }
}
