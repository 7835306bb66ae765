// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this machine, run to its end. */
public final class Program {
  private static final long MOST_MINUTES = 5;

  private final List<String> command;
  private final Map<String, String> environment = new HashMap<>();
  private Path folder = Path.of(".");
  private String input = "";

  private Program(List<String> command) {
    this.command = command;
  }

  /** What it said and how it ended. */
  public record Said(int code, String out, String err) {}

  /** The program with its arguments. */
  public static Program of(String... command) {
    return new Program(List.of(command));
  }

  /** Whether a program of that name can be called. */
  public static boolean isThere(String name) {
    return where(name).isPresent();
  }

  /** The file of a program that is there. */
  public static Path whereIs(String name) {
    return where(name).orElseThrow();
  }

  private static Optional<Path> where(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The folder that it runs in. */
  public Program in(Path folder) {
    this.folder = folder;
    return this;
  }

  /** What it reads. */
  public Program reading(String input) {
    this.input = input;
    return this;
  }

  /** A variable of its environment. */
  public Program with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs it to its end. */
  public Said run() throws IOException, InterruptedException {
    Path in = Files.createTempFile("in", "");
    Path out = Files.createTempFile("out", "");
    Path err = Files.createTempFile("err", "");
    try {
      Files.writeString(in, input);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command + " did not end");
      }
      return new Said(process.exitValue(), read(out), read(err));
    } finally {
      Files.delete(in);
      Files.delete(out);
      Files.delete(err);
    }
  }

  /**
   * Starts it, for who speaks with it while it runs. No signal is ignored in it, whatever the
   * process that runs this ignores.
   */
  public Process begin() throws IOException {
    List<String> fresh = new ArrayList<>(List.of("env", "--default-signal"));
    fresh.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(fresh).directory(folder.toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
