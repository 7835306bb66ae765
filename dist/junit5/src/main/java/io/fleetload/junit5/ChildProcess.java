// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A program of ours as a child process. It ends when its standard input closes, and so also when
 * this process dies, however it does.
 */
final class ChildProcess implements AutoCloseable {
  /** It writes its results in that time. */
  private static final long LONGEST_STOP_SECONDS = 60;

  private final Process process;
  private final List<Thread> readers;

  /**
   * Starts the process.
   *
   * @param environment added to this process's
   * @param out receives each line of its standard output
   * @param err receives each line of its standard error
   */
  ChildProcess(
      List<String> command,
      Map<String, String> environment,
      Consumer<String> out,
      Consumer<String> err) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new LoadTestException(Verdict.INTERNAL_FAULT, "cannot start " + command.get(0), e);
    }
    readers = List.of(reader(process.getInputStream(), out), reader(process.getErrorStream(), err));
  }

  private static Thread reader(InputStream in, Consumer<String> told) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                lines.lines().forEach(told);
              } catch (IOException | UncheckedIOException e) {
                // Its output ends with it.
              }
            },
            "fleetload-output");
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  /** Does something when it has ended. */
  void onEnd(Runnable then) {
    var unused = process.onExit().thenRun(then);
  }

  /** Waits for its end and returns its exit code. */
  int await() throws InterruptedException {
    int code = process.waitFor();
    for (Thread each : readers) {
      each.join();
    }
    return code;
  }

  /** Ends it; by force where it does not end. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The other end of the pipe is gone, and so is the process.
    }
    try {
      if (!process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
