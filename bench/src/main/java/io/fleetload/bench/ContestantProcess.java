// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.Contestant;
import io.fleetload.bench.contestant.ContestantClient;
import io.fleetload.bench.fleet.HonoLoad;
import io.fleetload.bench.fleet.ProductFleet;
import io.fleetload.bench.floor.BareLoop;
import io.fleetload.bench.peer.PeerFleet;
import io.fleetload.bench.receive.BareConsumer;
import io.fleetload.bench.receive.ReceivingBackend;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencySummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The process of a contestant: takes a command a line from its standard input and answers with a
 * line of figures; ends when its standard input does.
 */
public final class ContestantProcess {
  private ContestantProcess() {}

  /**
   * Arguments: {@code product|californium|unwired|floor|peer}, port, bytes of a message, messages a
   * second, and the product's precision where it is not its own; or {@code backend|consumer},
   * address of the Kafka, records a second, and of the first which of how many.
   */
  public static void main(String[] arguments) throws Exception {
    ContestantClient.logWarningsOnly();
    Contestant contestant =
        switch (arguments[0]) {
          case "backend" ->
              new ReceivingBackend(
                  arguments[1], Double.parseDouble(arguments[2]), Shard.parse(arguments[3]));
          case "consumer" -> new BareConsumer(arguments[1], Double.parseDouble(arguments[2]));
          default -> ofHono(arguments);
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

  private static Contestant ofHono(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[1]);
    int bytes = Integer.parseInt(arguments[2]);
    double rate = Double.parseDouble(arguments[3]);
    Optional<String> precision = Stream.of(arguments).skip(4).findFirst();
    HonoLoad own = new HonoLoad(port, bytes, HonoDevices.Stack.OWN, precision);
    return switch (arguments[0]) {
      case "product" -> new ProductFleet(own, rate, true);
      case "californium" ->
          new ProductFleet(
              new HonoLoad(port, bytes, HonoDevices.Stack.CALIFORNIUM, precision), rate, true);
      case "floor" -> new BareLoop(port, rate);
      case "unwired" -> new ProductFleet(own, rate, false);
      default -> new PeerFleet(port, bytes);
    };
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
      case "threads" -> Long.toString(threads(command[1]));
      case "pacing" -> {
        LatencySummary pacing = contestant.pacing();
        yield pacing.times().p50()
            + " "
            + pacing.times().p99()
            + " "
            + pacing.times().p999()
            + " "
            + pacing.times().max();
      }
      default -> throw new IllegalArgumentException("no command " + command[0]);
    };
  }

  private static String measured(Work work) throws Exception {
    long begun = System.nanoTime();
    long cpu = cpuNanos();
    Contestant.Deeds deeds = work.run();
    return String.format(
        Locale.ROOT,
        "%d %d %d %.3f %.3f",
        deeds.requests(),
        deeds.failed(),
        deeds.repeated(),
        (cpuNanos() - cpu) / 1e9,
        (System.nanoTime() - begun) / 1e9);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** Resident memory in kB and threads, after a collection; and the most that was resident. */
  private static String memory() throws Exception {
    System.gc();
    long resident = 0;
    long threads = 0;
    long most = 0;
    long pid = ProcessHandle.current().pid();
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        resident = Long.parseLong(line.replaceAll("\\D", ""));
      } else if (line.startsWith("Threads:")) {
        threads = Long.parseLong(line.replaceAll("\\D", ""));
      } else if (line.startsWith("VmHWM:")) {
        most = Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return resident + " " + threads + " " + most;
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals(name))
        .count();
  }

  @FunctionalInterface
  private interface Work {
    Contestant.Deeds run() throws Exception;
  }
}
