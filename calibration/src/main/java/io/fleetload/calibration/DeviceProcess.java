// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.Installation;
import io.fleetload.tool.JavaOptions;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The real device simulator, as a process of its own, started as a whole load test starts it. It
 * stops when its standard input closes.
 */
record DeviceProcess(Installation installation) {
  private static final String JAR = "device-simulator/target/device-simulator.jar";
  private static final long LONGEST_BEYOND_RUN_SECONDS = 60;

  /**
   * Runs the simulator to its end.
   *
   * @param profile the profile
   * @param directory where it writes its books
   * @param seconds how long its phases are together
   * @return whether it left a whole book; false if it was stopped
   * @throws UsageException if it was not built
   * @throws TargetException if it could not talk to the server
   */
  boolean run(
      Path profile, Path directory, RunId runId, long seconds, Teller teller, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    Path jar = installation.jar(JAR);
    if (!Files.exists(jar)) {
      throw new UsageException(jar + ": there is no such file; build it with ./mvnw package");
    }
    Path log = directory.resolve("device-simulator.log");
    Process process =
        new ProcessBuilder(command(jar, profile, directory, runId))
            .redirectError(log.toFile())
            .start();
    try {
      stop.onStop(() -> closeInput(process));
      CompletableFuture<String> problem =
          CompletableFuture.supplyAsync(() -> read(process, teller));
      if (!process.waitFor(seconds + LONGEST_BEYOND_RUN_SECONDS, TimeUnit.SECONDS)) {
        throw new TargetException("the device simulator does not end; see " + log);
      }
      return judged(process.exitValue(), ended(problem), log, stop);
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean judged(int code, String problem, Path log, StopSignal stop)
      throws TargetException {
    if (stop.why() != null || code == ExitCode.INTERRUPTED.code()) {
      return false;
    }
    if (code == ExitCode.PASSED.code()
        || code == ExitCode.LEDGER_UNBALANCED.code()
        || code == ExitCode.GENERATOR_LIMITED.code()) {
      return true;
    }
    throw new TargetException(
        "the device simulator ended with %s: %s"
            .formatted(code, problem != null ? problem : "see " + log));
  }

  static List<String> command(Path jar, Path profile, Path directory, RunId runId) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JavaOptions.OF_DEVICES);
    command.addAll(
        List.of(
            "-jar",
            jar.toString(),
            profile.toString(),
            "--json",
            "--until-stdin-closes",
            "--run-id=" + runId,
            "--out=" + directory));
    return command;
  }

  /** Passes on how far it is; returns what it said was wrong, or null. */
  private static String read(Process process, Teller teller) {
    String problem = null;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        ToolEvent event = ToolEvents.read(line).orElse(null);
        if (event instanceof ToolEvent.Problem said) {
          problem = said.text();
        } else if (event instanceof ToolEvent.Progress) {
          teller.tell(event);
        }
      }
    } catch (IOException e) {
      // Its output ends with it.
    }
    return problem;
  }

  private static String ended(CompletableFuture<String> problem) throws InterruptedException {
    try {
      return problem.get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    }
  }

  private static void closeInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // Its end of the pipe is gone, and so is the process.
    }
  }
}
