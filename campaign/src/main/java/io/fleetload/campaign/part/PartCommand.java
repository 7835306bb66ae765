// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.part;

import io.fleetload.campaign.process.ToolProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that disturbs the target. It inherits the environment, and what it says goes to a log
 * of the run. No shell reads its words.
 */
public final class PartCommand {
  private final Path log;

  /** With a log that each command adds to. */
  public PartCommand(Path log) {
    this.log = log;
  }

  /**
   * Runs it to its end; one that is interrupted is ended.
   *
   * @param words the program and its arguments
   * @return its exit code, which is 0
   * @throws PartFailure if it cannot be started, or ends with another code
   */
  public Integer run(List<String> words) throws PartFailure, InterruptedException {
    Process process = null;
    try {
      process = started(words);
      int code = process.waitFor();
      if (code != 0) {
        throw new PartFailure("%s ended with %s; see %s".formatted(words.get(0), code, log), code);
      }
      return code;
    } catch (IOException e) {
      throw new PartFailure(
          "%s cannot be started: %s".formatted(words.get(0), e.getMessage()), null);
    } finally {
      if (process != null && process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
      }
    }
  }

  private Process started(List<String> words) throws IOException {
    // A shell that has to start it would hide that there is no such program.
    if (words.get(0).contains("/") && !Files.isExecutable(Path.of(words.get(0)))) {
      throw new IOException("it is no program; make it one with chmod +x");
    }
    Files.createDirectories(log.getParent());
    List<String> line =
        new ArrayList<>(ToolProcess.withoutInterrupts(System.getProperty("os.name")));
    line.addAll(words);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .start();
  }

  /** Runs a command and returns the lines that it printed, without those of its errors. */
  List<String> lines(List<String> words) throws PartFailure, InterruptedException {
    try {
      Files.createDirectories(log.getParent());
      Process process =
          new ProcessBuilder(words)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process.getOutputStream().close();
      List<String> lines =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      int code = process.waitFor();
      if (code != 0) {
        throw new PartFailure("%s ended with %s; see %s".formatted(words.get(0), code, log), code);
      }
      return lines;
    } catch (IOException e) {
      throw new PartFailure(
          "%s cannot be started: %s".formatted(words.get(0), e.getMessage()), null);
    }
  }
}
