// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Archives from which the programs of a run map their classes instead of loading them. {@code
 * loadtest archive} makes them: each process of a short load test writes its own at its end.
 */
public final class ClassArchives {
  /** The folder of all, from {@code loadtest}. */
  private static final String USED = "fleetload.archives";

  /** Property with the folder for the archives that the processes of this run write. */
  static final String MADE = "fleetload.archives.made";

  /** The name has the size: a JVM crashes that maps an archive of which the end is missing. */
  private static final Pattern FILE = Pattern.compile("(.+)\\.(\\d{1,18})\\.jsa");

  /** JDK 17 crashes where it archives a lambda of a signed jar of a target; 25 does not. */
  private static final int LAMBDAS_SINCE = 25;

  private static final String WITHOUT_LAMBDAS =
      "-Djdk.internal.lambda.disableEagerInitialization=true";

  private final Path folder;
  private final String pack;
  private final boolean made;

  private ClassArchives(Path folder, String pack, boolean made) {
    this.folder = folder;
    this.pack = pack;
    this.made = made;
  }

  /** Returns the archives of a pack in the folder that {@code loadtest} names, if it names one. */
  public static ClassArchives of(String pack) {
    String making = System.getProperty(MADE, "");
    if (!making.isEmpty()) {
      return new ClassArchives(Path.of(making), pack, true);
    }
    Path folder = folder();
    return folder == null ? none() : new ClassArchives(folder, pack, false);
  }

  /** Programs start without them. */
  public static ClassArchives none() {
    return new ClassArchives(null, "", false);
  }

  /**
   * Returns the folder with the archives of this Java version, or null if the user wants no
   * archives.
   */
  static Path folder() {
    String all = System.getProperty(USED, "");
    return all.isEmpty() ? null : Path.of(all, System.getProperty("java.runtime.version"));
  }

  /** The file in which an archive of that name is kept. */
  static Path file(Path folder, String name, long size) {
    return folder.resolve(name + "." + size + ".jsa");
  }

  /** Returns whether a file is an archive of that name, in any state. */
  static boolean isOf(Path file, String name) {
    Matcher parts = FILE.matcher(file.getFileName().toString());
    return parts.matches() && parts.group(1).equals(name);
  }

  /**
   * The options with which a program starts.
   *
   * @param jar the program's
   */
  public List<String> options(Path jar) {
    if (folder == null) {
      return List.of();
    }
    String name = jar.getFileName().toString().replace(".jar", "") + "-" + pack;
    if (made) {
      return toMake(folder.resolve(name + ".jsa"));
    }
    Path archive = find(name, jar);
    // The JVM would say that an archive does not fit where a program writes its lines of JSON.
    return archive == null
        ? List.of()
        : List.of("-XX:SharedArchiveFile=" + archive, "-XX:+VerifySharedSpaces", "-Xlog:disable");
  }

  /** The options with which a program writes an archive at its end. */
  static List<String> toMake(Path archive) {
    String option = "-XX:ArchiveClassesAtExit=" + archive;
    return Runtime.version().feature() < LAMBDAS_SINCE
        ? List.of(option, "-Xlog:disable", WITHOUT_LAMBDAS)
        : List.of(option, "-Xlog:disable");
  }

  /**
   * Returns whether a program starts without an archive although this user could make one.
   *
   * @param jar the program's
   */
  public boolean couldBeMade(Path jar) {
    if (folder == null || made || !options(jar).isEmpty()) {
      return false;
    }
    Path there = folder;
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    return there != null && Files.isWritable(there);
  }

  /**
   * Returns an archive that is complete and no older than the program, or null if there is no such
   * archive.
   */
  private Path find(String name, Path jar) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + ".*.jsa")) {
      for (Path each : files) {
        Matcher parts = FILE.matcher(each.getFileName().toString());
        if (parts.matches()
            && Files.size(each) == Long.parseLong(parts.group(2))
            && Files.getLastModifiedTime(each).compareTo(Files.getLastModifiedTime(jar)) >= 0) {
          return each;
        }
      }
    } catch (IOException e) {
      // Without a folder no archive exists. A missing jar is reported by the start of the program.
    }
    return null;
  }
}
