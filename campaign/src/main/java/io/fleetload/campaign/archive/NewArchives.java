// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The archives that a run makes. They replace those of the same programs once the run has ended, so
 * no program maps one that is not whole.
 */
public final class NewArchives implements AutoCloseable {
  private static final String SUFFIX = ".jsa";

  /**
   * Permissions of the folder. A user who can write an archive can run code as its owner, so a
   * loose umask does not count.
   */
  private static final String FOLDER = "rwxr-xr-x";

  private static final String FILE = "r--r--r--";

  private final Path folder;
  private final Path made;
  private final FileChannel lock;

  private NewArchives(Path folder, FileChannel lock) throws IOException {
    this.folder = folder;
    this.lock = lock;
    this.made = folder.resolve("new");
    remove(made);
    directory(made);
  }

  /**
   * None yet.
   *
   * @throws UsageException if this installation has no place for archives, or another process makes
   *     some
   * @throws IOException if their folder cannot be written
   */
  @SuppressWarnings("resource")
  public static NewArchives begin() throws UsageException, IOException {
    Path folder = ClassArchives.folder();
    if (folder == null) {
      throw new UsageException(
          "archive: start it as ./loadtest archive, without FLEETLOAD_ARCHIVES=off");
    }
    directory(folder.getParent());
    directory(folder);
    // A lock ends with its process, also in another container.
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new UsageException("archive: wait for the other loadtest archive of " + folder);
    }
    return new NewArchives(folder, channel);
  }

  private static Path directory(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(FOLDER));
    return directory;
  }

  /**
   * The options with which {@code loadtest} itself runs the load test that makes them.
   *
   * @param program its name
   */
  public List<String> options(String program) {
    List<String> options = new ArrayList<>(ClassArchives.toMake(made.resolve(program + SUFFIX)));
    options.add("-D" + ClassArchives.MADE + "=" + made);
    return options;
  }

  /** Returns the folder in which they are kept. */
  public Path folder() {
    return folder;
  }

  /** For what the load test writes; it is removed once the archives are kept. */
  public Path made() {
    return made;
  }

  /**
   * Puts those that the run made in their place.
   *
   * @return their files
   * @throws IOException if they cannot be moved
   */
  public List<Path> keep() throws IOException {
    List<Path> kept = new ArrayList<>();
    for (Path each : files(made)) {
      String name = each.getFileName().toString().replace(SUFFIX, "");
      Path file = ClassArchives.file(folder, name, Files.size(each));
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(FILE));
      Files.move(each, file, StandardCopyOption.ATOMIC_MOVE);
      for (Path old : files(folder)) {
        if (ClassArchives.isOf(old, name) && !old.equals(file)) {
          Files.delete(old);
        }
      }
      kept.add(file);
    }
    remove(made);
    return kept;
  }

  private static List<Path> files(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      found.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  private static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(each);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
