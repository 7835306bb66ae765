// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A command as a user starts it, with what it prints; killed at the end, whatever happens. */
final class CommandRun implements AutoCloseable {
  private static final long LONGEST_SECONDS = 300;

  /** Hono's services have time for their first answers, however busy the machine is. */
  private static final List<String> PATIENT =
      List.of("--request-timeout=10s", "--flow-latency=10s");

  /** Half of what a process of a few seconds costs is the second compiler's work. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  /** The threads of another collector take the processor from the other runs. */
  private static final String SERIAL = "-XX:+UseSerialGC";

  private final Process process;
  private final Path errors;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final ConcurrentHashMap<Predicate<String>, CompletableFuture<String>> awaited =
      new ConcurrentHashMap<>();
  private final Thread reader;

  private CommandRun(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.reader = new Thread(this::read, "output");
    this.reader.setDaemon(true);
    this.reader.start();
  }

  /** {@code loadtest} with those arguments. */
  static CommandRun loadtest(List<String> arguments) throws IOException {
    return loadtest(arguments, Map.of());
  }

  /** {@code loadtest} with those arguments, and with those variables in its environment. */
  static CommandRun loadtest(List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> command = java("campaign/target/campaign.jar", "-Xmx256m", QUICK, SERIAL);
    command.add(1, "-Dfleetload.home=" + Home.root());
    command.addAll(arguments);
    return start(command, environment);
  }

  /** The same on a terminal whose window is made narrower once that word was printed. */
  static CommandRun loadtestOnTerminal(List<String> arguments, String word) throws IOException {
    List<String> command = java("campaign/target/campaign.jar", "-Xmx256m", QUICK, SERIAL);
    command.add(1, "-Dfleetload.home=" + Home.root());
    command.add(1, "-Dfleetload.columns=" + PseudoTerminal.FIRST);
    command.addAll(arguments);
    return start(PseudoTerminal.of(command, word));
  }

  /**
   * The embedded stack at free ports, with further arguments; it stops when this run is closed.
   *
   * @param more further arguments
   */
  static CommandRun stack(String... more) throws IOException {
    List<String> command =
        java("hono-deploy/embedded/target/hono-embedded.jar", "-Xmx1g", QUICK, SERIAL);
    for (String listener : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      command.add("--" + listener + "-port=0");
    }
    command.addAll(PATIENT);
    command.add("--until-stdin-closes");
    command.addAll(List.of(more));
    return start(command);
  }

  /** A target of a pack by its jar, which runs until this is closed. */
  static CommandRun server(String jar, String... arguments) throws IOException {
    List<String> command = java(jar, "-Xmx1g", QUICK, SERIAL);
    command.addAll(List.of(arguments));
    return start(command);
  }

  /** One tool alone, with those arguments. */
  static CommandRun tool(String name, List<String> arguments) throws IOException {
    List<String> command = java(name + "/target/" + name + ".jar", "-Xmx1g", QUICK, SERIAL);
    command.addAll(arguments);
    return start(command);
  }

  private static List<String> java(String jar, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-jar", Home.path(jar).toString()));
    return command;
  }

  private static CommandRun start(List<String> command) throws IOException {
    return start(command, Map.of());
  }

  private static CommandRun start(List<String> command, Map<String, String> environment)
      throws IOException {
    Path errors = Files.createTempFile("command-errors", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put("FLEETLOAD_JAVA_OPTIONS", QUICK);
    builder.environment().putAll(environment);
    return new CommandRun(builder.start(), errors);
  }

  /** Waits for a line; one that was printed before counts. */
  String line(Predicate<String> wanted) throws Exception {
    CompletableFuture<String> found = new CompletableFuture<>();
    awaited.put(wanted, found);
    List<String> soFar;
    synchronized (lines) {
      soFar = List.copyOf(lines);
    }
    soFar.stream().filter(wanted).findFirst().ifPresent(found::complete);
    return found.get(LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits for its end and returns its exit code. */
  int exit() throws InterruptedException {
    assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS))
        .as("it ends in %d s; it said %s", LONGEST_SECONDS, lines)
        .isTrue();
    reader.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
    return process.exitValue();
  }

  /** Asks it to end, as {@code kill} does. */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Ends it as {@code kill -9} does: it learns nothing of it. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Its process and all that descend from it. */
  List<ProcessHandle> family() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    return all;
  }

  /** The process of a tool that it started. */
  ProcessHandle child(String tool) {
    return family().stream()
        .filter(each -> each.info().commandLine().orElse("").contains(tool + ".jar"))
        .findFirst()
        .orElseThrow();
  }

  String out() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  String err() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Files.deleteIfExists(errors);
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = output.readLine()) != null) {
        String printed = line;
        lines.add(printed);
        awaited.forEach(
            (wanted, found) -> {
              if (wanted.test(printed)) {
                found.complete(printed);
              }
            });
      }
    } catch (IOException e) {
      lines.add("output broke off: " + e.getMessage());
    }
    awaited.forEach(
        (wanted, found) ->
            found.completeExceptionally(new AssertionError("it ended and said " + out())));
  }
}
