// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLogTest {
  private static final int WRITERS = 4;
  private static final int ENTRIES = 200;
  private static final int LONG_BODY = 20_000;

  @TempDir private Path directory;

  private SharedLog open() throws UsageException, TargetException {
    return new DirectoryStore(directory).open(LogStore.CONTROL, 1);
  }

  @Test
  void allReadWhatAnyoneWroteInOneOrder() throws Exception {
    SharedLog first = open();
    SharedLog second = open();
    first.append(1, "a");
    second.append(1, "b\nof two lines\n");
    first.append(1, "");
    assertThat(first.read()).containsExactly("a", "b\nof two lines\n", "");
    assertThat(first.read()).isEmpty();
    second.append(1, "d");
    assertThat(first.read()).containsExactly("d");
    assertThat(second.read()).containsExactly("a", "b\nof two lines\n", "", "d");
  }

  @Test
  void aLogOfSeveralOrdersHasEachWriterInOneOfThem() throws Exception {
    SharedLog log = new DirectoryStore(directory).open(LogStore.CONTROL, 3);
    LogPlace first = log.append(1, "1a");
    LogPlace second = log.append(2, "2a");
    log.append(1, "1b");
    SharedLog later = new DirectoryStore(directory).open(LogStore.CONTROL, 3);
    assertThat(second.isBefore(later.reached())).isFalse();
    assertThat(later.isBehind()).isTrue();
    assertThat(later.read()).containsExactly("1a", "1b", "2a");
    assertThat(later.isBehind()).isFalse();
    assertThat(List.of(first, second)).allMatch(each -> each.isBefore(later.reached()));
    SharedLog last = new DirectoryStore(directory).open(LogStore.CONTROL, 3);
    assertThat(last.last(1)).isTrue();
    assertThat(last.last(1)).isFalse();
    assertThat(last.read()).containsExactlyInAnyOrder("1b", "2a");
  }

  @Test
  void whatIsThereCanBeLeftOut() throws Exception {
    SharedLog log = open();
    log.append(1, "a");
    log.append(1, "b");
    log.skip();
    log.append(1, "c");
    assertThat(log.read()).containsExactly("c");
  }

  @Test
  void anEntryThatIsBeingWrittenIsNotShown() throws Exception {
    SharedLog log = open();
    Path control = directory.resolve(LogStore.CONTROL);
    // A process that was killed in the middle of writing left it.
    Files.writeString(control.resolve("0b2c1d3e.draft"), "{\"version\":2,\"ru");
    assertThat(log.read()).isEmpty();
    log.append(1, "whole");
    assertThat(log.read()).containsExactly("whole");
    try (var files = Files.list(control)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("1", "0b2c1d3e.draft");
    }
  }

  @Test
  void aDirectoryThatIsNoneIsOneLine() throws Exception {
    Path file = Files.writeString(directory.resolve("1f"), "");
    assertThatThrownBy(() -> new DirectoryStore(file).open(LogStore.CONTROL, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("coordination.directory: ")
        .hasMessageContaining(file.resolve("control") + " (");
  }

  @Test
  void aDirectoryThatIsTakenAwayIsOneLine() throws Exception {
    SharedLog log = open();
    Files.delete(directory.resolve(LogStore.CONTROL));
    assertThatThrownBy(() -> log.append(1, "a"))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("coordination.directory: ")
        .hasMessageContainingAll(
            directory.resolve(LogStore.CONTROL).toString(),
            "(there is no such file or directory: ");
  }

  @Test
  void nothingIsLostOrShownInHalvesWhenSeveralProcessesWrite() throws Exception {
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Writer.class.getName(),
                  directory.toString(),
                  "writer-" + i)
              .inheritIO()
              .start());
    }
    SharedLog log = open();
    List<String> seen = new ArrayList<>();
    while (writers.stream().anyMatch(Process::isAlive)) {
      seen.addAll(log.read());
    }
    for (List<String> more = log.read(); !more.isEmpty(); more = log.read()) {
      seen.addAll(more);
    }
    for (Process each : writers) {
      assertThat(each.waitFor()).isZero();
    }
    Map<String, Integer> next = new HashMap<>();
    for (String each : seen) {
      String[] parts = each.split(" ");
      assertThat(Integer.parseInt(parts[1])).isEqualTo(next.getOrDefault(parts[0], 0));
      next.merge(parts[0], 1, Integer::sum);
      assertThat(parts[2]).isEqualTo(parts[1].substring(0, 1).repeat(LONG_BODY));
    }
    assertThat(next).hasSize(WRITERS).containsValue(ENTRIES);
    assertThat(seen).hasSize(WRITERS * ENTRIES);
    SharedLog later = open();
    List<String> again = new ArrayList<>(later.read());
    assertThat(again).as("a part at a time").hasSizeLessThan(seen.size());
    for (List<String> more = later.read(); !more.isEmpty(); more = later.read()) {
      again.addAll(more);
    }
    assertThat(again).as("who comes later reads the same").isEqualTo(seen);
  }

  /** A process that writes; waits for nobody, so that all are at it at once. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      SharedLog log = new DirectoryStore(Path.of(arguments[0])).open(LogStore.CONTROL, 1);
      for (int i = 0; i < ENTRIES; i++) {
        String body = Integer.toString(i).substring(0, 1).repeat(LONG_BODY);
        log.append(1, arguments[1] + " " + i + " " + body);
      }
    }
  }
}
