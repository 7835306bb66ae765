// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.fleet.HonoLoad;
import io.fleetload.bench.fleet.ProductFleet;
import io.fleetload.bench.fleet.ReadLoad;
import io.fleetload.bench.fleet.TerminalLoad;
import io.fleetload.bench.fleet.UpdateLoad;
import io.fleetload.bench.floor.BareLoop;
import io.fleetload.bench.peer.PeerFleet;
import io.fleetload.bench.peer.PeerProgram;
import io.fleetload.bench.receive.BareConsumer;
import io.fleetload.bench.receive.ReceivingBackend;
import io.fleetload.bench.terminals.GoClient;
import io.fleetload.bench.terminals.NetClientFleet;
import io.fleetload.bench.unary.BlockingReads;
import io.fleetload.bench.unary.Ghz;
import io.fleetload.bench.updates.LoadTools;
import io.fleetload.hono.profile.HonoDevices;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencySummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
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
   * second, and the product's precision where it is not its own; or {@code go-coap|libcoap}, port,
   * bytes of a message, its file; or {@code terminals|netclient|go}, address of the server,
   * messages a second, the server's metrics, of the first two the address that they connect from,
   * of the first its precision, of the last its file; or {@code reads|stub|ghz}, port, and of the
   * last its file; or {@code updates|k6|gatling|wrk}, port, and of all but the first where it is;
   * or {@code backend|consumer}, address of the Kafka, records a second, and of the first which of
   * how many.
   */
  public static void main(String[] arguments) throws Exception {
    Running.logWarningsOnly();
    Contestant contestant =
        switch (arguments[0]) {
          case "terminals", "netclient", "go" -> ofTerminals(arguments);
          case "reads", "stub", "ghz" -> ofReads(arguments);
          case "updates" ->
              new ProductFleet<>(new UpdateLoad(Integer.parseInt(arguments[1])), 0, true);
          case "k6", "gatling", "wrk" ->
              LoadTools.of(arguments[0], arguments[2], Integer.parseInt(arguments[1]));
          case "backend" ->
              new ReceivingBackend(
                  arguments[1], Double.parseDouble(arguments[2]), Shard.parse(arguments[3]));
          case "go-coap", "libcoap" ->
              new PeerProgram(
                  Path.of(arguments[3]),
                  Integer.parseInt(arguments[1]),
                  Integer.parseInt(arguments[2]));
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

  private static Contestant ofTerminals(String[] arguments) {
    String server = arguments[1];
    double rate = Double.parseDouble(arguments[2]);
    return switch (arguments[0]) {
      case "terminals" ->
          new ProductFleet<>(new TerminalLoad(server, arguments[4], arguments[5]), rate, true);
      case "netclient" -> new NetClientFleet(server, arguments[4], rate);
      default -> new GoClient(server, rate, Path.of(arguments[4]), URI.create(arguments[3]));
    };
  }

  private static Contestant ofReads(String[] arguments) {
    int port = Integer.parseInt(arguments[1]);
    return switch (arguments[0]) {
      case "reads" -> new ProductFleet<>(new ReadLoad(port), 0, true);
      case "stub" -> new BlockingReads(port);
      default -> new Ghz(Path.of(arguments[2]), port);
    };
  }

  private static Contestant ofHono(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[1]);
    int bytes = Integer.parseInt(arguments[2]);
    double rate = Double.parseDouble(arguments[3]);
    Optional<String> precision = Stream.of(arguments).skip(4).findFirst();
    HonoLoad own = new HonoLoad(port, bytes, HonoDevices.Stack.OWN, precision);
    return switch (arguments[0]) {
      case "product" -> new ProductFleet<>(own, rate, true);
      case "californium" ->
          new ProductFleet<>(
              new HonoLoad(port, bytes, HonoDevices.Stack.CALIFORNIUM, precision), rate, true);
      case "floor" -> new BareLoop(port, rate);
      case "unwired" -> new ProductFleet<>(own, rate, false);
      default -> new PeerFleet(port, bytes);
    };
  }

  private static String answer(Contestant contestant, String[] command) throws Exception {
    return switch (command[0]) {
      case "connect" ->
          measured(
              contestant,
              () ->
                  contestant.connect(Integer.parseInt(command[1]), Double.parseDouble(command[2])));
      case "handshakes" ->
          measured(
              contestant,
              () ->
                  contestant.handshakes(
                      Integer.parseInt(command[1]), Double.parseDouble(command[2])));
      case "send" -> {
        contestant.beforeSending();
        yield measured(contestant, () -> contestant.send(Double.parseDouble(command[1])));
      }
      case "disconnect" ->
          measured(
              contestant,
              () -> {
                contestant.disconnect();
                return new Contestant.Deeds(0, 0, 0);
              });
      case "memory" -> memory(contestant);
      case "threads" -> Long.toString(threads(command[1]));
      case "pacing" -> {
        LatencySummary pacing = contestant.pacing();
        yield pacing.p50() + " " + pacing.p99() + " " + pacing.p999() + " " + pacing.max();
      }
      default -> throw new IllegalArgumentException("no command " + command[0]);
    };
  }

  private static String measured(Contestant contestant, Work work) throws Exception {
    long begun = System.nanoTime();
    long cpu = contestant.cpuNanos();
    Contestant.Deeds deeds = work.run();
    return String.format(
        Locale.ROOT,
        "%d %d %d %.3f %.3f",
        deeds.requests(),
        deeds.failed(),
        deeds.repeated(),
        (contestant.cpuNanos() - cpu) / 1e9,
        (System.nanoTime() - begun) / 1e9);
  }

  /** Resident memory in kB and threads, after a collection; and the most that was resident. */
  private static String memory(Contestant contestant) throws Exception {
    contestant.collect();
    long resident = 0;
    long threads = 0;
    long most = 0;
    long pid = contestant.program().orElseGet(ProcessHandle::current).pid();
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

  /** Work of a contestant. */
  @FunctionalInterface
  private interface Work {
    Contestant.Deeds run() throws Exception;
  }
}
