package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.ResultFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The device side's books of many messages in a JVM of its own with little memory. The sizes grow
 * by {@code -Dbooks.*}; docs/benchmarks.md has the command.
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
                "-Xmx" + System.getProperty("books.heap", "64m"),
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
    DeviceBook book = ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
    assertThat(
            book.flows().values().stream()
                .mapToLong(flow -> flow.warmUp().scheduled() + flow.measured().scheduled())
                .sum())
        .isEqualTo(Long.parseLong(messages));
  }
}
