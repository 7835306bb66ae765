// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.Running;
import io.fleetload.bench.server.BenchServer;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The product's devices against those of libraries in other languages, on one server. */
final class PeersBench {
  /** libcoap looks at all of its sessions at every turn, and does not get far beyond it. */
  private static final int DEVICES = 1_000;

  private static final int BYTES = 20;
  private static final int HANDSHAKES = 2_000;
  private static final double CONNECTS_PER_SECOND = 1_000;

  /** Of two figures that are no worse than each other. */
  private static final double AHEAD = 1;

  private static final String PRODUCT = "product";
  private static final List<String> SMALL_HEAP = List.of("-Xmx64m", "-XX:+UseSerialGC");

  private final PrintStream out;
  private final File log;
  private final Findings findings;
  private final Turns turns;
  private final Map<String, Path> peers = new LinkedHashMap<>();

  /**
   * Benchmarks.
   *
   * @param goCoap the program made of {@code bench/src/main/peers/go-coap}
   * @param libcoap the program made of {@code bench/src/main/peers/libcoap}
   */
  PeersBench(
      PrintStream out, File log, Findings findings, Optional<Path> goCoap, Optional<Path> libcoap) {
    this.out = out;
    this.log = log;
    this.findings = findings;
    this.turns = new Turns(out, findings);
    add("go-coap", goCoap);
    add("libcoap", libcoap);
  }

  private void add(String name, Optional<Path> program) {
    program.ifPresentOrElse(
        file -> peers.put(name, file),
        () -> out.printf("  %s: left out, since no --%s FILE says where it is%n", name, name));
  }

  /**
   * Requests a second of the client's processor, and what is resident after them.
   *
   * @param rate messages a second of the product's devices; the others' are in a closed loop
   */
  void requests(double rate, int windows, double seconds) throws IOException {
    Map<String, Running> running = new LinkedHashMap<>();
    try (Target target = Target.start(List.of(), BenchServer.class, log)) {
      start(running, target, rate);
      for (Running each : running.values()) {
        each.connect(DEVICES, CONNECTS_PER_SECOND);
      }
      conclude(
          "requests per client CPU second, %,d devices, %d B".formatted(DEVICES, BYTES),
          turns.take(running, windows, each -> each.ask("send " + seconds)),
          true);
      conclude(
          "resident MB with %,d devices that have sent".formatted(DEVICES),
          resident(running),
          false);
    } finally {
      new ArrayList<>(running.values()).forEach(Running::close);
    }
  }

  /** Handshakes with one message, after which each device is closed. */
  void handshakes(int rounds) throws IOException {
    Turns.Window round = each -> each.ask("handshakes " + HANDSHAKES + " " + CONNECTS_PER_SECOND);
    Map<String, Running> running = new LinkedHashMap<>();
    try (Target target = Target.start(List.of(), BenchServer.class, log)) {
      start(running, target, CONNECTS_PER_SECOND);
      for (Map.Entry<String, Running> each : running.entrySet()) {
        turns.warmUntilFlat(each.getKey(), each.getValue(), round);
      }
      conclude(
          "handshakes with one message and close per client CPU second",
          turns.take(running, rounds, round),
          true);
    } finally {
      new ArrayList<>(running.values()).forEach(Running::close);
    }
  }

  private void start(Map<String, Running> running, Target target, double rate) throws IOException {
    running.put(
        PRODUCT,
        Running.startAsDevices(
            ContestantProcess.class,
            JavaOptions.OF_DEVICES,
            arguments(PRODUCT, target, Double.toString(rate)),
            log));
    for (Map.Entry<String, Path> each : peers.entrySet()) {
      List<String> arguments = arguments(each.getKey(), target, each.getValue().toString());
      running.put(
          each.getKey(),
          Running.start(List.of(), ContestantProcess.class, SMALL_HEAP, arguments, log));
    }
  }

  private static List<String> arguments(String who, Target target, String further) {
    return List.of(who, target.port(), Integer.toString(BYTES), further);
  }

  private Map<String, Samples> resident(Map<String, Running> running) throws IOException {
    Map<String, Samples> resident = new LinkedHashMap<>();
    for (Map.Entry<String, Running> each : running.entrySet()) {
      double[] memory = each.getValue().ask("memory");
      out.printf(
          Locale.ROOT,
          "  %-8s %.0f MB resident, %.0f MB at most, %.0f threads%n",
          each.getKey(),
          memory[0] / 1024,
          memory[2] / 1024,
          memory[1]);
      Samples one = new Samples();
      one.add(memory[0] / 1024);
      resident.put(each.getKey(), one);
    }
    return resident;
  }

  private void conclude(String what, Map<String, Samples> samples, boolean moreIsBetter) {
    Samples product = samples.get(PRODUCT);
    for (String each : peers.keySet()) {
      Samples peer = samples.get(each);
      double times = product.median() / peer.median();
      findings.conclude(what, product, each, peer, moreIsBetter ? times : 1 / times, AHEAD);
    }
  }
}
