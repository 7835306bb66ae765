// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A pack's embedded server as its user starts it: a jar, and a process. */
public final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final BufferedReader err;

  private ServerProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).start();
    out = process.inputReader(StandardCharsets.UTF_8);
    err = process.errorReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts it.
   *
   * @param jar name of the jar in the module's {@code target}
   */
  public static ServerProcess of(String jar, List<String> javaOptions, List<String> arguments)
      throws IOException {
    return new ServerProcess(command(jar, javaOptions, arguments));
  }

  /** Starts it with so many files that it may open. */
  public static ServerProcess limitedTo(
      int openFiles, String jar, List<String> javaOptions, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "ulimit -n " + openFiles + "; exec \"$@\"", "sh"));
    command.addAll(command(jar, javaOptions, arguments));
    return new ServerProcess(command);
  }

  private static List<String> command(
      String jar, List<String> javaOptions, List<String> arguments) {
    List<String> command = JavaCommand.begin();
    command.addAll(javaOptions);
    command.addAll(List.of("-jar", Path.of("target", jar).toString()));
    command.addAll(arguments);
    return command;
  }

  /** Its next line on standard output; null at its end. */
  public String says() throws IOException {
    return out.readLine();
  }

  /** Its next line on standard error; null at its end. */
  public String complains() throws IOException {
    return err.readLine();
  }

  /** All its further lines on standard error, when it has ended. */
  public List<String> complaints() {
    return err.lines().toList();
  }

  public void closeItsInput() throws IOException {
    process.getOutputStream().close();
  }

  public void signal() {
    process.toHandle().destroy();
  }

  public void kill() {
    process.destroyForcibly();
  }

  /** The processes that it started and that run. */
  public List<ProcessHandle> children() {
    return process.children().toList();
  }

  /** Waits until it has ended. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      throw new AssertionError("it has not ended");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
