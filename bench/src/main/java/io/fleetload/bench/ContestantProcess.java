// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import com.sun.management.OperatingSystemMXBean;
import io.fleetload.bench.fleet.ProductFleet;
import io.fleetload.bench.peer.PeerFleet;
import io.fleetload.hono.HonoDevices;
import io.fleetload.results.LatencySummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The process of a contestant: takes a command a line from its standard input and answers with a
 * line of figures; ends when its standard input does.
 */
public final class ContestantProcess {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ContestantProcess() {}

  /**
   * Arguments: {@code product|californium|unwired|peer}, port, bytes of a message, messages a
   * second.
   */
  public static void main(String[] arguments) throws Exception {
    Running.logWarningsOnly();
    int port = Integer.parseInt(arguments[1]);
    int bytes = Integer.parseInt(arguments[2]);
    double rate = Double.parseDouble(arguments[3]);
    Contestant contestant =
        switch (arguments[0]) {
          case "product" -> new ProductFleet(port, bytes, rate, HonoDevices.Stack.OWN, true);
          case "californium" ->
              new ProductFleet(port, bytes, rate, HonoDevices.Stack.CALIFORNIUM, true);
          case "unwired" -> new ProductFleet(port, bytes, rate, HonoDevices.Stack.OWN, false);
          default -> new PeerFleet(port, bytes);
        };
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String line;
      while ((line = commands.readLine()) != null) {
        System.out.println(answer(contestant, line.split(" ")));
      }
    }
    System.exit(0);
  }

  private static String answer(Contestant contestant, String[] command) throws Exception {
    return switch (command[0]) {
      case "connect" ->
          measured(
              () ->
                  contestant.connect(Integer.parseInt(command[1]), Double.parseDouble(command[2])));
      case "send" -> measured(() -> contestant.send(Double.parseDouble(command[1])));
      case "disconnect" ->
          measured(
              () -> {
                contestant.disconnect();
                return new Contestant.Deeds(0, 0, 0);
              });
      case "memory" -> memory();
      case "pacing" -> {
        LatencySummary pacing = contestant.pacing();
        yield pacing.p50() + " " + pacing.p99() + " " + pacing.p999() + " " + pacing.max();
      }
      default -> throw new IllegalArgumentException("no command " + command[0]);
    };
  }

  private static String measured(Work work) throws Exception {
    long begun = System.nanoTime();
    long cpu = PROCESS.getProcessCpuTime();
    Contestant.Deeds deeds = work.run();
    return String.format(
        Locale.ROOT,
        "%d %d %d %.3f %.3f",
        deeds.requests(),
        deeds.failed(),
        deeds.repeated(),
        (PROCESS.getProcessCpuTime() - cpu) / 1e9,
        (System.nanoTime() - begun) / 1e9);
  }

  /** Resident memory in kB and threads, after a collection. */
  private static String memory() throws IOException {
    System.gc();
    long resident = 0;
    long threads = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        resident = Long.parseLong(line.replaceAll("\\D", ""));
      } else if (line.startsWith("Threads:")) {
        threads = Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return resident + " " + threads;
  }

  /** Work of a contestant. */
  @FunctionalInterface
  private interface Work {
    Contestant.Deeds run() throws Exception;
  }
}
