// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The jar as a child process, as a campaign starts it. */
final class StackProcess implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 300;

  private final Process process;
  private final Path stderr;
  private final Path temporary;
  private final BufferedReader stdout;

  /** What Netty does, of which Java warns on standard error from version 24 on. */
  private static final List<String> ALLOWED =
      Runtime.version().feature() < 24
          ? List.of()
          : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  /** Starts the jar with a temporary directory and a stderr file in the given directory. */
  StackProcess(Path directory, String... arguments) throws IOException {
    this(directory, Map.of(), arguments);
  }

  /** The same with further variables of its environment. */
  StackProcess(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    temporary = Files.createDirectories(directory.resolve("tmp"));
    stderr = directory.resolve("stderr");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary));
    command.addAll(ALLOWED);
    command.addAll(List.of("-jar", Path.of("target", "hono-embedded.jar").toString()));
    command.addAll(List.of(arguments));
    command.add("--until-stdin-closes");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(stderr.toFile());
    builder.environment().putAll(environment);
    process = builder.start();
    stdout = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Hono's services have time for their first answers, however busy the machine is. */
  static String[] patient(String... more) {
    List<String> all = new ArrayList<>(List.of("--request-timeout=30s", "--flow-latency=30s"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** A free port for each that is not given among the other arguments. */
  static String[] freePortsAnd(String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    for (String port : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      if (!all.contains("--" + port + "-port")) {
        all.addAll(List.of("--" + port + "-port", "0"));
      }
    }
    return all.toArray(String[]::new);
  }

  /** The ready line. */
  JsonObject ready() throws Exception {
    String line =
        CompletableFuture.supplyAsync(this::nextLine).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (line == null) {
      throw new IllegalStateException("ended without being ready: " + errors());
    }
    return new JsonObject(line);
  }

  private String nextLine() {
    try {
      return stdout.readLine();
    } catch (IOException e) {
      return null;
    }
  }

  /** Closes stdin and returns the exit code. */
  int endStdin() throws Exception {
    process.getOutputStream().close();
    return exitCode();
  }

  int exitCode() throws Exception {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("did not end");
    }
    return process.exitValue();
  }

  void terminate() {
    // Not Process.destroy, which would close stdin as well.
    process.toHandle().destroy();
  }

  /** What else it printed on stdout, once it has ended. */
  List<String> restOfStdout() {
    return stdout.lines().toList();
  }

  List<String> errors() throws IOException {
    return Files.readAllLines(stderr);
  }

  /** What it left of its temporary data. */
  List<Path> leftBehind() throws IOException {
    try (var files = Files.list(temporary)) {
      return files.filter(f -> f.getFileName().toString().startsWith("hono-embedded")).toList();
    }
  }

  static HttpResponse<String> get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
