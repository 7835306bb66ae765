// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.contestant;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A process of a benchmark, talked to by lines; it ends with its standard input. */
public final class ContestantClient implements AutoCloseable {
  private final String name;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;

  private ContestantClient(String name, Process process) {
    this.name = name;
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Returns the words to put before a command so that it has a processor to itself, where taskset
   * is there.
   */
  public static List<String> onOneProcessor() {
    return pinned("0");
  }

  /** Returns the words to put before a command so that it leaves that processor alone. */
  public static List<String> onOtherProcessors() {
    return pinned("1-" + (Runtime.getRuntime().availableProcessors() - 1));
  }

  private static List<String> pinned(String processors) {
    boolean possible =
        Runtime.getRuntime().availableProcessors() > 1
            && Files.isExecutable(Path.of("/usr/bin/taskset"));
    return possible ? List.of("taskset", "-c", processors) : List.of();
  }

  /**
   * Starts a main class of this very class path.
   *
   * @param place what is put before the command
   * @param options of the virtual machine
   */
  public static ContestantClient start(
      List<String> place, Class<?> main, List<String> options, List<String> arguments, File log)
      throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-Djava.util.logging.manager=org.jboss.logmanager.LogManager"));
    all.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    all.addAll(arguments);
    String name = (main.getSimpleName() + " " + String.join(" ", arguments)).strip();
    return java(name, place, all, log);
  }

  /** Starts a jar. */
  public static ContestantClient start(
      Path jar, List<String> options, List<String> arguments, File log) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-jar", jar.toString()));
    all.addAll(arguments);
    return java(jar.toString(), List.of(), all, log);
  }

  private static ContestantClient java(
      String name, List<String> place, List<String> arguments, File log) throws IOException {
    List<String> command = new ArrayList<>(place);
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(arguments);
    return new ContestantClient(
        name,
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log)).start());
  }

  /**
   * To be called first in such a process. Nothing configures its logging, and then every message of
   * every level is formatted and kept; Californium has several for each datagram.
   */
  public static void logWarningsOnly() {
    Logger.getLogger("").setLevel(Level.WARNING);
  }

  /** The next line that it prints. */
  public String line() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException(name + " ended early");
    }
    return line;
  }

  /**
   * Sends a command and gives the answer's figures.
   *
   * @throws IOException if it ended, or printed anything else
   */
  public double[] ask(String command) throws IOException {
    commands.write(command);
    commands.newLine();
    commands.flush();
    String answer = line();
    try {
      return Stream.of(answer.split(" ")).mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException e) {
      throw new IOException("%s printed \"%s\" in place of figures".formatted(name, answer), e);
    }
  }

  /**
   * Connects devices of a contestant.
   *
   * @throws IOException if one of them has no answer
   */
  public void connect(int devices, double perSecond) throws IOException {
    double[] connected = ask("connect " + devices + " " + perSecond);
    if (connected[0] < devices) {
      throw new IOException(
          "%s: %.0f of %d devices have an answer".formatted(name, connected[0], devices));
    }
  }

  @Override
  public void close() {
    try {
      commands.close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        // A caller that deletes what it writes has to wait for its end.
        process.destroyForcibly().waitFor();
      }
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
