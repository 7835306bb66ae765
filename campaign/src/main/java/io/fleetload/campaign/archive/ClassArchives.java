// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import io.fleetload.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Archives from which the programs of a run map their classes instead of loading them. Programs
 * without one list what they load, and once the run is over, theirs are made. A program whose
 * archive the JVM refuses starts all the same, but later than without: the JVM then leaves its own
 * archive of the JDK's classes unused as well.
 */
public final class ClassArchives implements AutoCloseable {
  /** A JVM that makes an archive has one busy thread. */
  private static final int AT_ONCE = 2;

  private static final long RUN = ProcessHandle.current().pid();

  /** What the script {@code loadtest} reads. */
  private static final String POINTER = "campaign";

  private final Path folder;
  private final String pack;
  private final Set<ClassArchive> missing = new LinkedHashSet<>();
  private Path lists;
  private ClassArchive own;

  private ClassArchives(Path folder, String pack) {
    this.folder = folder;
    this.pack = pack;
  }

  /**
   * Those of a pack in the folder that {@code -Dfleetload.archives} names; none where it names
   * none.
   */
  public static ClassArchives of(String pack) {
    String named = System.getProperty("fleetload.archives", "");
    return named.isEmpty() ? none() : new ClassArchives(Path.of(named), pack);
  }

  /** Programs start without them. */
  public static ClassArchives none() {
    return new ClassArchives(null, "");
  }

  /** From now on programs without an archive list what they load, if there is a place for it. */
  public void list() {
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(folder);
      removeLeft();
      lists = Files.createDirectory(folder.resolve(Long.toString(RUN)));
    } catch (IOException e) {
      // Programs start from the archives of a folder that cannot be written, and make no more.
    }
  }

  /**
   * The same of this program, which needs no option for that.
   *
   * @param jar this program's
   */
  public void listOwn(Path jar) {
    if (lists == null) {
      return;
    }
    try {
      own = ClassArchive.of(folder, jar, pack);
      if (own.isThere()) {
        pointToOwn();
      } else if (!own.isTried()) {
        missing.add(own);
      }
    } catch (IOException e) {
      // The script starts this program without.
    }
  }

  /** Removes the lists of killed runs. */
  private void removeLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        String name = each.getFileName().toString();
        if (name.matches("\\d{1,18}") && isLeft(Long.parseLong(name))) {
          remove(each);
        }
      }
    }
  }

  private static boolean isLeft(long run) {
    return run == RUN || ProcessHandle.of(run).isEmpty();
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Files.deleteIfExists(each);
      }
    }
    Files.deleteIfExists(directory);
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
    ClassArchive archive;
    try {
      archive = ClassArchive.of(folder, jar, pack);
    } catch (IOException e) {
      // The start of the program says that its jar is not there.
      return List.of();
    }
    if (archive.isThere()) {
      // Else the JVM says that an archive does not fit where a program writes its lines of JSON.
      return List.of("-XX:SharedArchiveFile=" + archive.file(), "-Xlog:disable");
    }
    if (lists == null || archive.isTried()) {
      return List.of();
    }
    // Several processes of a program would write the same list.
    return missing.add(archive) ? List.of(LoadedClasses.option(list(archive))) : List.of();
  }

  private Path list(ClassArchive archive) {
    return lists.resolve(archive.program() + ".loaded");
  }

  /** Whether there is something to make. */
  public boolean areMissing() {
    return !missing.isEmpty();
  }

  /**
   * Makes those that were missing.
   *
   * @param stop ends it; another run makes what is missing then
   * @throws IOException if files cannot be written
   */
  public void make(StopSignal stop) throws IOException, InterruptedException {
    Queue<Dump> running = new ArrayDeque<>();
    try {
      for (ClassArchive each : missing) {
        if (running.size() == AT_ONCE) {
          finishFirst(running, stop);
        }
        if (stop.why() == null && (each.equals(own) || Files.exists(list(each)))) {
          List<String> loaded =
              each.equals(own) ? LoadedClasses.here() : LoadedClasses.in(list(each));
          Dump dump = Dump.start(each, loaded, lists);
          running.add(dump);
          stop.onStop(dump::close);
        }
      }
      while (!running.isEmpty()) {
        finishFirst(running, stop);
      }
    } finally {
      running.forEach(Dump::close);
    }
  }

  private void finishFirst(Queue<Dump> running, StopSignal stop)
      throws IOException, InterruptedException {
    ClassArchive archive = running.element().archive();
    if (running.element().finish(stop)) {
      archive.removeOlder();
      if (archive.equals(own) && own.isThere()) {
        pointToOwn();
      }
    }
    running.remove();
  }

  /** Says which archive this program starts from, and with which JVM. */
  private void pointToOwn() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java").toRealPath();
    String text = "%s\n%s\n".formatted(java, own.file().getFileName());
    Path pointer = folder.resolve(POINTER);
    if (!Files.exists(pointer) || !Files.readString(pointer).equals(text)) {
      Files.writeString(pointer, text);
    }
  }

  /** Removes what programs listed. */
  @Override
  public void close() {
    try {
      if (lists != null) {
        remove(lists);
      }
    } catch (IOException e) {
      // Once this process is gone, another run removes it.
    }
  }
}
