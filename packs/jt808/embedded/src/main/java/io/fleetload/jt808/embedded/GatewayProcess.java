// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** This program once more, for connections alone: a process may open only so many files. */
final class GatewayProcess implements AutoCloseable {
  private final Process process;
  private volatile boolean closing;

  @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for its end.
  private GatewayProcess(Process process, Consumer<String> died) {
    this.process = process;
    process
        .onExit()
        .thenAccept(
            ended -> {
              if (!closing) {
                died.accept("a further gateway ended with exit code " + ended.exitValue());
              }
            });
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param died called if the process ends without having been closed
   * @throws IOException if it ends instead; what it says goes to standard error
   */
  static GatewayProcess start(List<String> arguments, Consumer<String> died) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    if (said.readLine() == null) {
      throw new IOException("it ended before it was ready");
    }
    return new GatewayProcess(process, died);
  }

  /** Its standard input closes with this process as well, however that ends. */
  @Override
  public void close() {
    closing = true;
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
