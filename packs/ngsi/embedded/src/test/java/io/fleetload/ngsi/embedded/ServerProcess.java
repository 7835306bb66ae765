// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server as whoever starts it sees it: a jar, and a process. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final BufferedReader err;

  ServerProcess(List<String> javaOptions, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-jar", Path.of("target", "ngsi-embedded.jar").toString()));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).start();
    out = process.inputReader(StandardCharsets.UTF_8);
    err = process.errorReader(StandardCharsets.UTF_8);
  }

  String says() throws IOException {
    return out.readLine();
  }

  List<String> complaints() {
    return err.lines().toList();
  }

  void closeItsInput() throws IOException {
    process.getOutputStream().close();
  }

  void signal() {
    process.toHandle().destroy();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("it has not ended");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
