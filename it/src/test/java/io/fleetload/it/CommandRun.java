// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import io.fleetload.rig.Home;
import io.fleetload.rig.JavaCommand;
import io.fleetload.rig.PseudoTerminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A command as a user starts it, with what it prints; killed at the end, whatever happens. */
public final class CommandRun implements AutoCloseable {
  /** Ends a test that hangs; it bounds nothing that the product promises. */
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
  private final Map<Predicate<String>, CompletableFuture<String>> awaited =
      new ConcurrentHashMap<>();
  private final Map<Long, ProcessHandle> family = new LinkedHashMap<>();
  private final Thread reader;

  private CommandRun(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.reader = new Thread(this::read, "output");
    this.reader.setDaemon(true);
    this.reader.start();
  }

  /** {@code loadtest} with those arguments. */
  public static CommandRun loadtest(List<String> arguments) throws IOException {
    return loadtest(List.of(), arguments);
  }

  /** {@code loadtest} with those options of its virtual machine and those arguments. */
  public static CommandRun loadtest(List<String> options, List<String> arguments)
      throws IOException {
    return start(loadtestCommand(options, arguments), Map.of());
  }

  /** {@code loadtest} with those arguments, and with those variables in its environment. */
  public static CommandRun loadtest(List<String> arguments, Map<String, String> environment)
      throws IOException {
    return start(loadtestCommand(List.of(), arguments), environment);
  }

  /** The same on a terminal whose window is made narrower once that word was printed. */
  static CommandRun loadtestOnTerminal(List<String> arguments, String word) throws IOException {
    List<String> command =
        loadtestCommand(List.of("-Dfleetload.columns=" + PseudoTerminal.FIRST), arguments);
    return start(PseudoTerminal.of(command, word), Map.of());
  }

  private static List<String> loadtestCommand(List<String> options, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("-Xmx256m", "-Dfleetload.home=" + Home.root()));
    all.addAll(options);
    return java("campaign/target/campaign.jar", all, arguments);
  }

  /**
   * The embedded Hono at free ports; it stops when this run is closed.
   *
   * @param more further arguments
   */
  static CommandRun hono(List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (String listener : List.of("coap", "kafka", "mongodb", "infinispan", "http")) {
      if (more.stream().noneMatch(each -> each.startsWith("--" + listener + "-port="))) {
        arguments.add("--" + listener + "-port=0");
      }
    }
    arguments.addAll(PATIENT);
    arguments.add("--until-stdin-closes");
    arguments.addAll(more);
    return jar("hono-deploy/embedded/target/hono-embedded.jar", arguments);
  }

  /** A program by its jar, such as the target of a pack. */
  static CommandRun jar(String jar, List<String> arguments) throws IOException {
    return start(java(jar, List.of("-Xmx1g"), arguments), Map.of());
  }

  /** One tool alone, with those arguments. */
  static CommandRun tool(String name, List<String> arguments) throws IOException {
    return jar(name + "/target/" + name + ".jar", arguments);
  }

  private static List<String> java(String jar, List<String> options, List<String> arguments) {
    List<String> command = JavaCommand.begin();
    command.addAll(List.of(QUICK, SERIAL));
    command.addAll(options);
    command.addAll(List.of("-jar", Home.path(jar).toString()));
    command.addAll(arguments);
    return command;
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
  public String line(Predicate<String> wanted) throws Exception {
    CompletableFuture<String> found = new CompletableFuture<>();
    awaited.put(wanted, found);
    List<String> soFar;
    synchronized (lines) {
      soFar = List.copyOf(lines);
    }
    soFar.stream().filter(wanted).findFirst().ifPresent(found::complete);
    if (!reader.isAlive()) {
      found.completeExceptionally(ended());
    }
    try {
      return found.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the line does not come; it said " + out() + "\n" + err(), e);
    }
  }

  /**
   * Waits for its end and returns its exit code.
   *
   * @throws AssertionError if it does not end
   */
  public int exit() throws IOException, InterruptedException {
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end; it said " + out() + "\n" + err());
    }
    reader.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
    return process.exitValue();
  }

  /** Its own process. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Asks it to end, as {@code kill} does. */
  public void terminate() {
    process.toHandle().destroy();
  }

  /** Ends it as {@code kill -9} does: it learns nothing of it. */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Its process and all that were seen to descend from it so far. */
  public synchronized List<ProcessHandle> family() {
    family.putIfAbsent(process.pid(), process.toHandle());
    process.descendants().forEach(each -> family.putIfAbsent(each.pid(), each));
    return List.copyOf(family.values());
  }

  /** The process of a tool that it started and that runs now. */
  public ProcessHandle child(String tool) {
    return family().stream()
        .filter(each -> each.info().commandLine().orElse("").contains(tool + ".jar"))
        .filter(ProcessHandle::isAlive)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + tool + " runs"));
  }

  /** What it printed so far. */
  public String out() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** What it printed to its standard error so far. */
  public String err() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
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
    awaited.values().forEach(found -> found.completeExceptionally(ended()));
  }

  private AssertionError ended() {
    try {
      return new AssertionError("it ended and said " + out() + "\n" + err());
    } catch (IOException e) {
      return new AssertionError("it ended and said " + out(), e);
    }
  }
}
