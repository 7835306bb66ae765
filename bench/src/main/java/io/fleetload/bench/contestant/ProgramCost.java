// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.contestant;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Time and memory of a program that ran to its end.
 *
 * @param seconds from start to end
 * @param cpu processor time, less that of its last moment
 * @param mostResidentKb resident memory at most, in kB; 0 where the host does not tell
 */
public record ProgramCost(double seconds, Duration cpu, long mostResidentKb) {
  private static final long LOOK_MILLIS = 20;

  /**
   * Runs it.
   *
   * @param who how it is called in messages
   * @throws IOException if it cannot be started, or its exit code is not 0
   */
  public static ProgramCost run(String who, List<String> command, File log)
      throws IOException, InterruptedException {
    ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log);
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectOutput(toLog).redirectError(toLog).start();
    Duration cpu = Duration.ZERO;
    long resident = 0;
    do {
      cpu = process.info().totalCpuDuration().orElse(cpu);
      resident = Math.max(resident, mostResidentKb(process.pid()));
    } while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    double seconds = (System.nanoTime() - began) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException("%s: exit code %d; see %s".formatted(who, process.exitValue(), log));
    }
    return new ProgramCost(seconds, cpu, resident);
  }

  private static long mostResidentKb(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException ended) {
      return 0;
    }
  }
}
