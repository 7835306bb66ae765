package io.fleetload.backend.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.BackendBook;
import io.fleetload.results.ResultFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The backend's books of many messages in a JVM of its own with little memory. The sizes grow by
 * {@code -Dbooks.*}; docs/benchmarks.md has the command.
 */
class BooksInBoundedMemoryTest {
  @TempDir private Path temporary;

  @Test
  void theBooksOfALongRunFit() throws Exception {
    Path directory = Path.of(System.getProperty("books.dir", temporary.toString()));
    String messages = System.getProperty("books.messages", "10000000");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + System.getProperty("books.heap", "32m"),
                "-cp",
                System.getProperty("java.class.path"),
                LongRun.class.getName(),
                directory.toString(),
                System.getProperty("books.devices", "5000"),
                messages,
                System.getProperty("books.seconds", "3600"))
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    BackendBook book = ResultFiles.read(directory.resolve(BackendBook.FILE), BackendBook.class);
    // One of 10,007 was not sent, and of three flows one of 9,973 was lost.
    assertThat(book.flows().values().stream().mapToLong(flow -> flow.received().size()).sum())
        .isBetween(Long.parseLong(messages) * 999 / 1_000, Long.parseLong(messages));
  }
}
