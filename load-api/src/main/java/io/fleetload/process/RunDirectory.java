package io.fleetload.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Where a run's results lie: {@code results/<run>-<UTC time>/}, or where the user says. */
public final class RunDirectory {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private RunDirectory() {}

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
