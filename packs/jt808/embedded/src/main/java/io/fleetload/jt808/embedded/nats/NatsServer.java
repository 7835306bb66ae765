// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real nats-server as a child process, on 127.0.0.1 and a port that is free. */
public final class NatsServer implements Broker {
  /** A server's words when it is ready; the port was free when it took it. */
  private static final Pattern LISTENING =
      Pattern.compile("Listening for client connections on (127\\.0\\.0\\.1:\\d+)");

  /**
   * Its end is the child's end, even where this process is killed: a reader of our pipe sees it.
   */
  private static final String WITH_US =
      "exec 3<&0; (cat <&3; kill $$) >/dev/null 2>&1 & exec \"$@\" 3<&- </dev/null";

  private final Process process;
  private final OutputStream held;
  private final String url;

  private NatsServer(Process process, String url) {
    this.process = process;
    this.held = process.getOutputStream();
    this.url = url;
  }

  /** The nats-server on the path, if there is one. */
  public static Optional<Path> onPath(String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "nats-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it and waits until it listens.
   *
   * @throws IOException with what it said last, if it does not
   */
  public static NatsServer start(Path program, Duration patience) throws IOException {
    if (!Files.isExecutable(program)) {
      throw new IOException(program + " is no program that can be started");
    }
    Process process =
        new ProcessBuilder(
                "sh", "-c", WITH_US, "sh", program.toString(), "-a", "127.0.0.1", "-p", "-1")
            .redirectErrorStream(true)
            .start();
    CompletableFuture<String> address = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, address), "nats-server");
    reader.setDaemon(true);
    reader.start();
    try {
      return new NatsServer(
          process, "nats://" + address.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      process.destroyForcibly();
      throw new IOException("it ended: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IOException("it did not listen within " + patience.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Reads to the end, so that the server is never held up by what it says. */
  private static void read(Process process, CompletableFuture<String> address) {
    String last = "it said nothing";
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = line;
        Matcher listening = LISTENING.matcher(line);
        if (listening.find()) {
          address.complete(listening.group(1));
        }
      }
    } catch (IOException e) {
      last = e.getMessage();
    }
    address.completeExceptionally(new IOException(last));
  }

  Process process() {
    return process;
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      held.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The pipe of a process that is gone.
    }
  }
}
