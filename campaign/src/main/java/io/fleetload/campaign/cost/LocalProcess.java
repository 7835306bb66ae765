// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.cost.ProcessReading;
import io.fleetload.cost.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process of this host: its processor time, and on Linux its memory. */
final class LocalProcess implements Source {
  private static final double MB_PER_KIB = 1_024 / 1e6;

  private final ProcessHandle process;
  private final Path status;

  /**
   * The process.
   *
   * @param proc where Linux says what its processes do: {@code /proc}
   */
  LocalProcess(ProcessHandle process, Path proc) {
    this.process = process;
    this.status = proc.resolve(Long.toString(process.pid())).resolve("status");
  }

  @Override
  public ProcessReading read() {
    List<String> lines = lines();
    return new ProcessReading(
        process.info().totalCpuDuration().map(LocalProcess::seconds).orElse(null),
        null,
        megabytes(lines, "VmRSS:"),
        megabytes(lines, "VmHWM:"),
        null);
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(status);
    } catch (IOException e) {
      // It has ended, or this is no Linux.
      return List.of();
    }
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static Double megabytes(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .filter(digits -> !digits.isEmpty())
        .map(digits -> Long.parseLong(digits) * MB_PER_KIB)
        .findFirst()
        .orElse(null);
  }
}
