// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.process.UsageException;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;

/**
 * Directory of a run's results: {@code results/<run>-<UTC time>/}, or the one that the user gives.
 */
public final class RunDirectory {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final double MB = 1e6;

  /** Is there while a command writes into its directory. */
  private static final String CLAIM = ".claim";

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
   * @param scenario what is to be run
   * @param now the time that names it
   * @throws UsageException if it cannot be made or written, or has too little space
   */
  public static Path forRun(Path out, Scenario scenario, Instant now) throws UsageException {
    return forRun(out, scenario, now, RunDirectory::usableSpace);
  }

  static Path forRun(Path out, Scenario scenario, Instant now, Space space) throws UsageException {
    boolean wasThere = out != null && Files.exists(out);
    Path directory = make(out, scenario.profile().run().name(), now);
    try {
      checkSpace(directory, scenario, space);
    } catch (UsageException e) {
      if (!wasThere) {
        directory.toFile().delete();
      }
      throw e;
    }
    return directory;
  }

  private static void checkSpace(Path directory, Scenario scenario, Space space)
      throws UsageException {
    long needed = BookSize.atMost(scenario);
    long free = freeOrEnough(space, directory);
    if (free < needed) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--out: %s has %.1f MB free, and the books of this run may need %.1f MB; free some"
                  + " space or give another directory",
              directory,
              free / MB,
              needed / MB));
    }
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
    Path directory = out != null ? out : named(runName, now);
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, ".writable", null));
      return directory;
    } catch (IOException e) {
      throw unwritable(directory);
    }
  }

  /**
   * Makes the directory of a command and claims it, so that no other command writes into it, not
   * even one that begins at the same time. The claim is a file until {@link #release}.
   *
   * @param out what the user said, or null for one that is new
   * @param name of the directory where the user said nothing, before the time
   * @param now the time that names it
   * @throws UsageException if it is not empty, or cannot be made or written
   */
  public static Path claim(Path out, String name, Instant now) throws UsageException {
    if (out != null) {
      refuseUsed(out);
    }
    try {
      Path directory =
          out != null ? Files.createDirectories(out) : firstNew(named(name, now).toString());
      if (!isClaimed(directory)) {
        throw used(directory);
      }
      return directory;
    } catch (IOException e) {
      throw unwritable(out != null ? out : named(name, now));
    }
  }

  /**
   * Claims a directory that an earlier command left unfinished.
   *
   * @throws UsageException if another command writes into it, or it cannot be written
   */
  public static Path claimAgain(Path directory) throws UsageException {
    try {
      return Files.createFile(directory.resolve(CLAIM)).getParent();
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "--out: another command writes into %s; if it was killed, delete %s"
              .formatted(directory, directory.resolve(CLAIM)));
    } catch (IOException e) {
      throw unwritable(directory);
    }
  }

  /**
   * Makes and claims the directory of a run.
   *
   * @throws UsageException if it is not empty, cannot be made or written, or has too little space
   */
  public static Path claimForRun(Path out, Scenario scenario, Instant now) throws UsageException {
    boolean wasThere = out != null && Files.exists(out);
    Path directory = claim(out, scenario.profile().run().name(), now);
    try {
      checkSpace(directory, scenario, RunDirectory::usableSpace);
    } catch (UsageException e) {
      release(directory);
      if (!wasThere) {
        directory.toFile().delete();
      }
      throw e;
    }
    return directory;
  }

  /** Gives up the claim of a directory that has results by now. */
  public static void release(Path directory) {
    directory.resolve(CLAIM).toFile().delete();
  }

  /**
   * Refuses a directory that has anything in it.
   *
   * @throws UsageException if it has
   */
  public static void refuseUsed(Path directory) throws UsageException {
    if (!entries(directory).isEmpty()) {
      throw used(directory);
    }
  }

  /**
   * Refuses the directory of a simulator that has its book already. Devices and a backend may share
   * one.
   *
   * @param out null for one that is new
   * @throws UsageException if the book is there
   */
  public static void refuseUsed(Path out, String book) throws UsageException {
    if (out != null && Files.exists(out.resolve(book))) {
      throw new UsageException(
          "--out: %s holds a %s already; give another directory".formatted(out, book));
    }
  }

  /** Two that see an empty directory make the same file, and one of them fails. */
  private static boolean isClaimed(Path directory) throws IOException {
    try {
      Files.createFile(directory.resolve(CLAIM));
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    if (entries(directory).equals(Set.of(CLAIM))) {
      return true;
    }
    release(directory);
    return false;
  }

  private static Set<String> entries(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? Set.of() : Set.of(names);
  }

  /** Commands that begin in the same second have a number after it. */
  private static Path firstNew(String name) throws IOException {
    Path directory = Path.of(name);
    Files.createDirectories(directory.getParent());
    for (int number = 2; ; number++) {
      try {
        return Files.createDirectory(directory);
      } catch (FileAlreadyExistsException e) {
        directory = Path.of(name + "-" + number);
      }
    }
  }

  private static Path named(String name, Instant now) {
    return Path.of("results", name + "-" + TIME.format(now));
  }

  private static UsageException used(Path directory) {
    return new UsageException(
        "--out: %s is not empty; give a new or an empty directory".formatted(directory));
  }

  private static UsageException unwritable(Path directory) {
    return new UsageException(
        "--out: cannot write to " + directory + "; give a directory that can be written");
  }

  private static long usableSpace(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }
}
