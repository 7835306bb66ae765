// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A program that ran to its end, with what it printed.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record ProgramOutput(int code, String out, String err) {
  /** More of an output is left out. */
  private static final int MOST_BYTES = 16_000_000;

  /**
   * Runs a program to its end; it ends with this thread's interruption too.
   *
   * @param command its command line, which begins with java
   * @throws IOException if it cannot be started
   */
  public static ProgramOutput of(List<String> command) throws IOException, InterruptedException {
    Process process = ToolProcess.builder(command).start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> out = read(process.getInputStream());
      CompletableFuture<String> err = read(process.getErrorStream());
      int code = process.waitFor();
      return new ProgramOutput(
          // It has the options of this process, and so ends like it.
          code == ExitCode.ofProcess(ExitCode.THRESHOLDS_CROSSED.code())
              ? ExitCode.THRESHOLDS_CROSSED.code()
              : code,
          out.join(),
          err.join());
    } finally {
      process.destroy();
    }
  }

  private static CompletableFuture<String> read(InputStream output) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try (output) {
                text.complete(new String(output.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
                output.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                text.completeExceptionally(new UncheckedIOException(e));
              }
            },
            "program-output");
    reader.setDaemon(true);
    reader.start();
    return text;
  }
}
