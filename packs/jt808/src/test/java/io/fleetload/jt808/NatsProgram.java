// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.rig.FreePort;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real nats-server as a child process; a test without one on the path is skipped. */
public final class NatsProgram implements AutoCloseable {
  private final int port;
  private final Process process;
  private final List<Connection> clients = new ArrayList<>();

  private NatsProgram(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  public static NatsProgram start(String... options) throws Exception {
    return start(FreePort.choose(), options);
  }

  public static NatsProgram start(int port, String... options) throws Exception {
    Path program =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .map(directory -> Path.of(directory, "nats-server"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(program != null, "no nats-server on the path");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program.toString(), "-a", "127.0.0.1", "-p", Integer.toString(port)));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, ready), "nats-server");
    reader.setDaemon(true);
    reader.start();
    ready.get(Platform.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    return new NatsProgram(port, process);
  }

  private static void read(Process process, CompletableFuture<Void> ready) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains("Server is ready")) {
          ready.complete(null);
        }
      }
      ready.completeExceptionally(new IOException("nats-server ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  public int port() {
    return port;
  }

  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  String tlsUrl() {
    return "tls://127.0.0.1:" + port;
  }

  /** Another client of it, closed with it. */
  public Connection client() throws Exception {
    Connection client = Nats.connect(new Options.Builder().server(url()).maxReconnects(0).build());
    clients.add(client);
    return client;
  }

  /** Stops it in the middle of whatever it does: what is sent to it is not read. */
  public void freeze() throws Exception {
    new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    try {
      for (Connection each : clients) {
        each.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    process.onExit().join();
  }
}
