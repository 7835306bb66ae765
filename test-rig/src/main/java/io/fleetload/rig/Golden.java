// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The wording of one command, in {@code src/test/golden/COMMAND.txt} of the module that is tested.
 * Tests assert codes, keys and values; the file keeps the words. With {@code -Dgolden.write=true}
 * the tests write the file, which {@code git diff} then shows; a build that runs all tests of the
 * module drops the cases that no test has any more.
 */
public final class Golden {
  private static final String REWRITE =
      "rewrite all golden files with: ./mvnw test -Dgolden.write=true";
  private static final String HEAD = "## ";

  private final Path file;
  private final boolean written;
  private final Instant begun;

  private Golden(Path file, boolean written, Instant begun) {
    this.file = file;
    this.written = written;
    this.begun = begun;
  }

  /** The file of a command of the module in the working directory. */
  public static Golden of(String command) {
    String begun = System.getProperty("golden.begun");
    boolean allTests = begun != null && System.getProperty("test") == null;
    return in(
        Path.of("src", "test", "golden"),
        command,
        Boolean.getBoolean("golden.write"),
        allTests ? Instant.parse(begun) : Instant.MIN);
  }

  /**
   * The file of a command in a directory.
   *
   * @param written whether tests write it
   * @param begun when it is written, a file that is older than this begins empty
   */
  static Golden in(Path directory, String command, boolean written, Instant begun) {
    return new Golden(directory.resolve(command + ".txt"), written, begun);
  }

  /**
   * Asserts that a text is the one of a case.
   *
   * @param name of the case, one line, unique in the file
   * @param text without what differs from run to run, such as paths and ports
   */
  public void holds(String name, String text) {
    String printed = text.stripTrailing();
    try {
      if (written) {
        write(name, printed);
      }
      String known = Files.exists(file) ? cases(Files.readString(file)).get(name) : null;
      assertThat(printed).as("%s: %s; %s", file, name, REWRITE).isEqualTo(known);
    } catch (IOException e) {
      throw new AssertionError(file + " cannot be read or written", e);
    }
  }

  /**
   * Asserts that a text has these keys and values in this order, and that it is the one of the case
   * which they name.
   *
   * @param text without what differs from run to run
   * @param values at least one; unique in the file
   */
  public void says(String text, String... values) {
    assertThat(text).containsSubsequence(values);
    holds(String.join(" ", values).replaceAll("\\s+", " ").strip(), text);
  }

  /** Several test processes, each with several threads, may write one file. */
  private void write(String name, String text) throws IOException {
    synchronized (Golden.class) {
      writeAlone(name, text);
    }
  }

  @SuppressWarnings("try") // The lock is held, not used.
  private void writeAlone(String name, String text) throws IOException {
    Files.createDirectories(file.getParent());
    try (FileChannel lock =
        FileChannel.open(
            Path.of(System.getProperty("java.io.tmpdir"), "golden-" + file.getFileName()),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      // Closing the channel gives it back.
      lock.lock();
      Map<String, String> all = isOfThisBuild() ? cases(Files.readString(file)) : new TreeMap<>();
      all.put(name, text);
      Path whole = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(
          whole,
          all.entrySet().stream()
              .map(each -> HEAD + each.getKey() + "\n" + each.getValue() + "\n")
              .collect(Collectors.joining("\n")));
      // Another process may read the file meanwhile.
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private boolean isOfThisBuild() throws IOException {
    return Files.exists(file) && !Files.getLastModifiedTime(file).toInstant().isBefore(begun);
  }

  private static Map<String, String> cases(String text) {
    Map<String, String> all = new TreeMap<>();
    for (String each : ("\n" + text).split("\n" + HEAD)) {
      int end = each.indexOf('\n');
      if (end > 0) {
        all.put(each.substring(0, end), each.substring(end + 1).stripTrailing());
      }
    }
    return all;
  }
}
