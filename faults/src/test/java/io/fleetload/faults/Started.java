// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

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

/** A process that the suite started, with what it prints; killed at the end, whatever happens. */
final class Started implements AutoCloseable {
  private static final long LONGEST_SECONDS = 180;

  private final Process process;
  private final Path errors;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final Map<Predicate<String>, CompletableFuture<String>> awaited =
      new ConcurrentHashMap<>();
  private final Map<Long, ProcessHandle> family = new LinkedHashMap<>();
  private final Thread reader;

  private Started(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.reader = new Thread(this::read, "output");
    this.reader.setDaemon(true);
    this.reader.start();
  }

  /**
   * Starts a command.
   *
   * @param environment what is added to its environment
   * @throws IOException if it cannot be started
   */
  static Started command(List<String> command, Map<String, String> environment) throws IOException {
    Path errors = Files.createTempFile("faults", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    return new Started(builder.start(), errors);
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
    if (!process.isAlive()) {
      reader.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
    }
    try {
      return found.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the line does not come; it said " + out() + "\n" + said(), e);
    }
  }

  /**
   * Waits for its end and returns its exit code.
   *
   * @throws AssertionError if it does not end
   */
  int exit() throws InterruptedException {
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end; it said " + out());
    }
    reader.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
    return process.exitValue();
  }

  /** Its own process. */
  ProcessHandle handle() {
    return process.toHandle();
  }

  /** The process of a tool that it started, if there is one now. */
  ProcessHandle child(String tool) {
    return family().stream()
        .filter(each -> each.info().commandLine().orElse("").contains(tool + ".jar"))
        .filter(ProcessHandle::isAlive)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + tool + " runs"));
  }

  /** Its process and all that were seen to descend from it so far. */
  synchronized List<ProcessHandle> family() {
    family.putIfAbsent(process.pid(), process.toHandle());
    process.descendants().forEach(each -> family.putIfAbsent(each.pid(), each));
    return List.copyOf(family.values());
  }

  String out() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  String err() throws IOException {
    return Files.readString(errors);
  }

  private String said() {
    try {
      return err();
    } catch (IOException e) {
      return "nothing readable: " + e.getMessage();
    }
  }

  @Override
  public void close() throws IOException {
    Signal.CONTINUE.to(process.toHandle());
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
    awaited.forEach(
        (wanted, found) ->
            found.completeExceptionally(
                new AssertionError("it ended and said " + out() + "\n" + said())));
  }
}
