// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real mosquitto as a child process, with a port for all and one for users with a password; a
 * test without one on the path is skipped.
 */
public final class Mosquitto implements AutoCloseable {
  /** The user of {@link #passwordPort}. */
  public static final String USER = "device";

  /** The password of {@link #USER}. */
  public static final String PASSWORD = "right";

  private final int port;
  private final int passwordPort;
  private final Process process;

  private Mosquitto(int port, int passwordPort, Process process) {
    this.port = port;
    this.passwordPort = passwordPort;
    this.process = process;
  }

  /**
   * Starts one on 127.0.0.1.
   *
   * @param directory of its settings
   */
  public static Mosquitto start(Path directory) throws Exception {
    Path program = program("mosquitto");
    assumeTrue(program != null, "no mosquitto on the path");
    Path users = directory.resolve("users");
    Files.writeString(users, USER + ":" + PASSWORD + "\n");
    Process hashes =
        new ProcessBuilder(program("mosquitto_passwd").toString(), "-U", users.toString()).start();
    hashes.waitFor(60, TimeUnit.SECONDS);
    int port = FreePort.choose();
    int passwordPort = FreePort.choose();
    Path settings = directory.resolve("mosquitto.conf");
    Files.writeString(
        settings,
        """
        per_listener_settings true
        set_tcp_nodelay true
        max_packet_size 4096
        user root
        listener %s 127.0.0.1
        allow_anonymous true
        listener %s 127.0.0.1
        allow_anonymous false
        password_file %s
        """
            .formatted(port, passwordPort, users));
    Process process =
        new ProcessBuilder(program.toString(), "-c", settings.toString())
            .redirectErrorStream(true)
            .start();
    CompletableFuture<Void> ready = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, ready), "mosquitto");
    reader.setDaemon(true);
    reader.start();
    ready.get(60, TimeUnit.SECONDS);
    return new Mosquitto(port, passwordPort, process);
  }

  private static Path program(String name) {
    return Stream.concat(
            Arrays.stream(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static void read(Process process, CompletableFuture<Void> ready) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains("running")) {
          ready.complete(null);
        }
      }
      ready.completeExceptionally(new IOException("mosquitto ended"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  /** Port for all. */
  public int port() {
    return port;
  }

  /** Port for {@link #USER} alone. */
  public int passwordPort() {
    return passwordPort;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
