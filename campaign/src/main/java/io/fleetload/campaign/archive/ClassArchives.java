// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import io.fleetload.process.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Archives from which the programs of a run map their classes instead of loading them. Programs
 * without one list what they load, and once the run is over theirs are made. Whatever goes wrong
 * with an archive, its program starts as without.
 */
public final class ClassArchives {
  private final Path folder;
  private final long run = ProcessHandle.current().pid();
  private final Map<Path, ClassArchive> listed = new LinkedHashMap<>();
  private boolean lists;

  private ClassArchives(Path folder) {
    this.folder = folder;
  }

  /** Those in the folder that {@code -Dfleetload.archives} names; none where it names none. */
  public static ClassArchives here() {
    String named = System.getProperty("fleetload.archives", "");
    return new ClassArchives(named.isEmpty() ? null : Path.of(named));
  }

  /** Programs start without them. */
  public static ClassArchives none() {
    return new ClassArchives(null);
  }

  /**
   * From now on programs without an archive list what they load.
   *
   * @param own this program's jar, which the script {@code loadtest} had list if it has no archive
   */
  public void list(Path own) {
    if (folder == null || !Files.isWritable(folder)) {
      return;
    }
    lists = true;
    ClassArchive archive = new ClassArchive(folder, own);
    if (!archive.isTried() && Files.exists(archive.list(run))) {
      listed.put(own, archive);
    } else if (!archive.isTried()) {
      // The script does not look at keys: without the file, it has the next run list.
      archive.file().toFile().delete();
    }
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
    ClassArchive archive = new ClassArchive(folder, jar);
    if (archive.isCurrent()) {
      // What a JVM thinks of an archive it says where a program has its lines of JSON.
      return List.of("-XX:SharedArchiveFile=" + archive.file(), "-Xlog:disable");
    }
    return lists && !archive.isTried() && listed.putIfAbsent(jar, archive) == null
        ? List.of("-Xlog:class+load:file=\"%s\":none".formatted(archive.list(run)))
        : List.of();
  }

  /** Whether there is something to make. */
  public boolean areMissing() {
    return !listed.isEmpty();
  }

  /**
   * Makes those that were missing, all at once.
   *
   * @param stop ends it; what is not made then is made after another run
   * @throws IOException if files cannot be written
   */
  public void make(StopSignal stop) throws IOException {
    try {
      listed.values().parallelStream().forEach(each -> make(each, stop));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      forget();
    }
  }

  private void make(ClassArchive archive, StopSignal stop) {
    try {
      archive.make(archive.list(run), dump -> stop.onStop(dump::destroyForcibly));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Removes what programs listed, and what killed runs left behind.
   *
   * @throws IOException if files cannot be removed
   */
  public void forget() throws IOException {
    if (!lists) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : (Iterable<Path>) files.filter(ClassArchive::isLeft)::iterator) {
        Files.deleteIfExists(each);
      }
    }
  }
}
