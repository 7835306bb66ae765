// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The archive of the classes of one program, as the JVM's class data sharing has them: parsed and
 * verified. Its file's name says what it is for: {@code PROGRAM-PACK-JVM-JARS.jsa}. An empty file
 * says that this JVM could not make the archive of these jars.
 *
 * @param jar the program's
 * @param file where the archive lies
 */
record ClassArchive(Path jar, Path file) {
  /**
   * That of a program as its jars are now.
   *
   * @param pack the program loads the classes of this one
   * @throws IOException if the jars cannot be found
   */
  static ClassArchive of(Path folder, Path jar, String pack) throws IOException {
    String name = "%s-%s-%08x-%08x.jsa".formatted(program(jar), pack, jvm(), state(jar));
    return new ClassArchive(jar, folder.resolve(name));
  }

  private static String program(Path jar) {
    return jar.getFileName().toString().replace(".jar", "");
  }

  private static int jvm() {
    return (System.getProperty("java.vm.version") + System.getProperty("java.home")).hashCode();
  }

  /** The JVM compares the jars' paths, sizes and times with those that it archived. */
  private static int state(Path jar) throws IOException {
    Map<Path, String> jars = new TreeMap<>();
    Path program = jar.toAbsolutePath();
    jars.put(program, sizeAndTime(program));
    Path libraries = program.resolveSibling("lib");
    if (Files.isDirectory(libraries)) {
      try (Stream<Path> files = Files.list(libraries)) {
        for (Path each : (Iterable<Path>) files::iterator) {
          jars.put(each, sizeAndTime(each));
        }
      }
    }
    return jars.hashCode();
  }

  private static String sizeAndTime(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.size() + " " + attributes.lastModifiedTime();
  }

  /** The program's name. */
  String program() {
    return program(jar);
  }

  /** Whether a program can start from it. */
  boolean isThere() {
    return file.toFile().length() > 0;
  }

  /** Whether it was made, or could not be. */
  boolean isTried() {
    return Files.exists(file);
  }

  /**
   * Removes those of the same program, pack and JVM whose jars are gone.
   *
   * @throws IOException if they cannot be removed
   */
  void removeOlder() throws IOException {
    String name = file.getFileName().toString();
    String same = name.substring(0, name.lastIndexOf('-') + 1);
    Pattern older = Pattern.compile(Pattern.quote(same) + "[0-9a-f]{8}\\.jsa");
    try (Stream<Path> files = Files.list(file.getParent())) {
      for (Path each : (Iterable<Path>) files::iterator) {
        if (!each.equals(file) && older.matcher(each.getFileName().toString()).matches()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
