// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The archive of the classes of one program, as the JVM's class data sharing has them: parsed and
 * verified. It belongs to one JVM and to one state of the program's jars.
 *
 * @param folder where it lies
 * @param jar the program's
 */
record ClassArchive(Path folder, Path jar) {
  /** What the exit code of a process that a signal ended begins at. */
  private static final int OF_SIGNALS = 128;

  /**
   * A line of {@code -Xlog:class+load}. Hidden classes have a slash in their name, and what code
   * made at run time has another source; a JDK 17 that archives a lambda of a signed jar crashes.
   */
  private static final Pattern LOADED =
      Pattern.compile("([^/ ]+) source: (?:jrt:|file:|shared objects file).*");

  private static final Pattern LIST = Pattern.compile(".+\\.(\\d{1,18})\\.loaded(?:\\..+)?");

  private String name() {
    return jar.getFileName().toString().replace(".jar", "");
  }

  Path file() {
    return folder.resolve(name() + ".jsa");
  }

  private Path key() {
    return folder.resolve(name() + ".key");
  }

  /** Where a start of the program lists what it loads. */
  Path list(long run) {
    return folder.resolve("%s.%d.loaded".formatted(name(), run));
  }

  /** Whether a file is a list of this process, or of one that is no more. */
  static boolean isLeft(Path file) {
    Matcher list = LIST.matcher(file.getFileName().toString());
    if (!list.matches()) {
      return false;
    }
    long run = Long.parseLong(list.group(1));
    return run == ProcessHandle.current().pid() || ProcessHandle.of(run).isEmpty();
  }

  /** Whether there is one for this JVM and for the jars as they are. */
  boolean isCurrent() {
    return isTried() && Files.exists(file());
  }

  /** Whether it was made for this JVM and for the jars as they are, or could not be. */
  boolean isTried() {
    try {
      return Files.exists(key()) && Files.readString(key()).equals(identity());
    } catch (IOException e) {
      return false;
    }
  }

  private String identity() throws IOException {
    Map<Path, String> jars = new TreeMap<>();
    jars.put(jar, state(jar));
    Path libraries = jar.resolveSibling("lib");
    if (Files.isDirectory(libraries)) {
      try (Stream<Path> files = Files.list(libraries)) {
        for (Path each : (Iterable<Path>) files::iterator) {
          jars.put(each, state(each));
        }
      }
    }
    return "%s %s%n%s%n%08x%n"
        .formatted(
            System.getProperty("java.vm.version"),
            System.getProperty("java.home"),
            jar.toAbsolutePath(),
            jars.hashCode());
  }

  private static String state(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.size() + " " + attributes.lastModifiedTime();
  }

  /**
   * Makes it, in the place of what is there, if the JVM can.
   *
   * @param list what a start of the program loaded; is removed
   * @param started told of the process that makes it
   * @throws IOException if files cannot be written
   */
  void make(Path list, Consumer<Process> started) throws IOException, InterruptedException {
    Path classes = beside(list, ".classes");
    Path made = beside(list, ".jsa");
    Path faults = beside(list, ".fault");
    try {
      Files.write(classes, classesIn(list));
      // Before the JVM reads the jars: one that changes meanwhile must not count as archived.
      String identity = identity();
      Process dump =
          new ProcessBuilder(command(classes, made, faults))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      started.accept(dump);
      int code = dump.waitFor();
      if (code == 0 && Files.exists(made)) {
        Files.move(made, file(), StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(file());
      }
      if (code < OF_SIGNALS) {
        // One that cannot be made is not tried again after every run.
        Files.writeString(key(), identity);
      }
    } finally {
      for (Path each : List.of(list, classes, made, faults)) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static Path beside(Path list, String ending) {
    return Path.of(list + ending);
  }

  private static List<String> classesIn(Path list) throws IOException {
    try (Stream<String> lines = Files.lines(list)) {
      return lines
          .map(LOADED::matcher)
          .filter(Matcher::matches)
          .map(line -> line.group(1).replace('.', '/'))
          .distinct()
          .toList();
    }
  }

  private List<String> command(Path classes, Path made, Path faults) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Xmx512m",
        "-Xlog:disable",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=" + faults,
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + classes,
        "-XX:SharedArchiveFile=" + made,
        "-jar",
        jar.toString());
  }
}
