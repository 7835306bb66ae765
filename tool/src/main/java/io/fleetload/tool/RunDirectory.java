// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where a run's results lie: {@code results/<run>-<UTC time>/}, or where the user says. */
public final class RunDirectory {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final double MB = 1e6;

  private RunDirectory() {}

  /** Says how much space a directory's file system has. */
  @FunctionalInterface
  interface Space {
    /** Bytes that are free for this process where the directory lies. */
    long free(Path directory) throws IOException;
  }

  /**
   * Makes the directory of a run, so that an unwritable place and one that is too small for the
   * books are found before anything is started.
   *
   * @param out what the user said, or null
   * @param profile what is to be run
   * @param now the time that names it
   * @throws UsageException if it cannot be made or written, or has too little space
   */
  public static Path forRun(Path out, LoadProfile profile, Instant now) throws UsageException {
    return forRun(out, profile, now, each -> Files.getFileStore(each).getUsableSpace());
  }

  static Path forRun(Path out, LoadProfile profile, Instant now, Space space)
      throws UsageException {
    boolean wasThere = out != null && Files.exists(out);
    Path directory = make(out, profile.run().name(), now);
    long needed = BookSize.atMost(profile);
    long free = freeOrEnough(space, directory);
    if (free < needed) {
      if (!wasThere) {
        directory.toFile().delete();
      }
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--out: %s has %.1f MB free, and the books of this run may need %.1f MB; free some"
                  + " space or give another directory",
              directory,
              free / MB,
              needed / MB));
    }
    return directory;
  }

  /** A file system that does not say is taken at its word: the directory can be written. */
  private static long freeOrEnough(Space space, Path directory) {
    try {
      return space.free(directory);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Makes the directory, so that an unwritable place is found before the run.
   *
   * @param out what the user said, or null
   * @param runName the profile's {@code run.name}
   * @param now the time that names it
   * @throws UsageException if it cannot be made or written
   */
  public static Path make(Path out, String runName, Instant now) throws UsageException {
    Path directory = out != null ? out : Path.of("results", runName + "-" + TIME.format(now));
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, ".writable", null));
      return directory;
    } catch (IOException e) {
      throw new UsageException(
          "--out: cannot write to " + directory + "; give a directory that can be written");
    }
  }
}
