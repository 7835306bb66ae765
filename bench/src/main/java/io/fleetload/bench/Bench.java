// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ContestantClient;
import io.fleetload.bench.floor.EchoServer;
import io.fleetload.bench.server.BenchServer;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The benchmarks. The two contestants' windows take turns, so that whatever else the machine does
 * meets both; the first windows warm them up and are not counted. What counts is a contestant's own
 * processor time.
 */
final class Bench {
  /** Options of Java with which Californium's documentation starts its benchmark client. */
  private static final List<String> PEER = List.of("-Xmx6g", "-XX:+UseG1GC");

  /** The contestants that run with the options of a device simulator. */
  private static final Set<String> OURS = Set.of("product", "californium", "floor");

  private static final int FASTER = 10;

  private static final int DEVICES_BEFORE = 500;
  private static final double CONNECTS_PER_SECOND = 1_000;

  private final PrintStream out;
  private final File log;
  private final Findings findings;
  private final Turns turns;

  Bench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
    this.turns = new Turns(out, findings);
  }

  /** Requests a second of the client's processor, the product's and another's. */
  void requests(
      String other, int devices, int bytes, double rate, int windows, double seconds, double bound)
      throws IOException {
    try (BenchTarget target = target();
        ContestantClient ours = contestant(target, "product", bytes, rate);
        ContestantClient theirs = contestant(target, other, bytes, rate)) {
      ours.connect(devices, CONNECTS_PER_SECOND);
      theirs.connect(devices, CONNECTS_PER_SECOND);
      inTurn(
          "requests per client CPU second, %,d devices, %d B".formatted(devices, bytes),
          ours,
          other,
          theirs,
          windows,
          each -> each.ask("send " + seconds),
          bound);
    }
  }

  /** Requests a second of the client's processor, and datagrams of a loop without a protocol. */
  void floor(int devices, double rate, int windows, double seconds, double bound)
      throws IOException {
    try (BenchTarget target = target();
        BenchTarget echo = target(List.of(), EchoServer.class);
        ContestantClient ours = contestant(target, "product", 20, rate);
        ContestantClient theirs = contestant(echo, "floor", 20, rate)) {
      ours.connect(devices, CONNECTS_PER_SECOND);
      theirs.connect(devices, CONNECTS_PER_SECOND);
      inTurn(
          "requests per client CPU second, %,d devices, against a bare loop".formatted(devices),
          ours,
          "floor",
          theirs,
          windows,
          each -> each.ask("send " + seconds),
          bound);
    }
  }

  /** Handshakes with one message a second of the client's processor. */
  void handshakes(int devices, int rounds, double bound) throws IOException {
    Turns.TurnWindow round =
        each -> {
          double[] connected = each.ask("connect " + devices + " " + CONNECTS_PER_SECOND);
          each.ask("disconnect");
          return connected;
        };
    try (BenchTarget target = target();
        ContestantClient ours = contestant(target, "product", 20, CONNECTS_PER_SECOND);
        ContestantClient theirs = contestant(target, "peer", 20, CONNECTS_PER_SECOND)) {
      turns.warmUntilFlat("product", ours, round);
      turns.warmUntilFlat("peer", theirs, round);
      inTurn(
          "handshakes with one message per client CPU second",
          ours,
          "peer",
          theirs,
          rounds,
          round,
          bound);
    }
  }

  /**
   * Compares what two contestants do for a second of their processor, in windows that take turns.
   */
  private void inTurn(
      String what,
      ContestantClient ours,
      String other,
      ContestantClient theirs,
      int windows,
      Turns.TurnWindow window,
      double bound)
      throws IOException {
    Map<String, ContestantClient> contestants = new LinkedHashMap<>();
    contestants.put("product", ours);
    contestants.put(other, theirs);
    Map<String, Samples> samples = turns.take(contestants, windows, window);
    Samples product = samples.get("product");
    Samples peer = samples.get(other);
    findings.conclude(what, product, other, peer, product.median() / peer.median(), bound);
  }

  /** Compares the resident memory of a connected device, in bytes. */
  void memory(int devices, double bound) throws IOException {
    Samples product = new Samples();
    Samples peer = new Samples();
    try (BenchTarget target = target()) {
      product.add(bytesPerDevice(target, "product", devices));
      peer.add(bytesPerDevice(target, "peer", devices));
    }
    findings.conclude(
        "resident bytes a connected device, %,d devices".formatted(devices),
        product,
        "peer",
        peer,
        peer.median() / product.median(),
        bound);
  }

  /** The product's processor time a message at one rate, for fleets of each size. */
  void growth(List<Integer> sizes, double rate, int windows, double seconds, double bound)
      throws IOException {
    double least = Double.MAX_VALUE;
    double most = 0;
    try (BenchTarget target = target()) {
      for (int devices : sizes) {
        Samples micros = new Samples();
        try (ContestantClient ours = contestant(target, "product", 20, rate)) {
          ours.connect(devices, CONNECTS_PER_SECOND);
          for (int i = 0; i < Turns.WARM_UPS + windows; i++) {
            double[] window = ours.ask("send " + seconds);
            findings.window("product", i < Turns.WARM_UPS, window);
            if (i >= Turns.WARM_UPS) {
              micros.add(window[3] / window[0] * 1e6);
            }
          }
          double[] memory = ours.ask("memory");
          out.printf(
              Locale.ROOT,
              "%,6d devices: %.1f us of CPU a message; %.0f MB resident, %.0f threads%n",
              devices,
              micros.median(),
              memory[0] / 1024,
              memory[1]);
        }
        least = Math.min(least, micros.median());
        most = Math.max(most, micros.median());
      }
    }
    findings.judge("CPU a message, most to least", most / least, bound, most / least <= bound);
  }

  /**
   * Measures how well the product keeps time at a rate, with a processor to itself, and what that
   * costs. The cost is what a process without a wire spends above one that sends a message a
   * second, less the stamps and the books of its messages. Stamps and books are what {@value
   * #FASTER} times the rate costs more, since messages that are due together share a wake-up and
   * the faster process wakes no more often.
   *
   * @param errorMillis most of the 99th percentile from due time to send, ms
   * @param cores most processor time a second of keeping time, s
   */
  void pacing(
      int devices, double rate, int windows, double seconds, double errorMillis, double cores)
      throws IOException {
    Samples error = new Samples();
    Samples spent = new Samples();
    Samples kept = new Samples();
    try (BenchTarget target = target(ContestantClient.onOtherProcessors(), BenchServer.class);
        ContestantClient wired = paced(target, "product", rate);
        ContestantClient unwired = paced(target, "unwired", rate);
        ContestantClient faster = paced(target, "unwired", FASTER * rate);
        ContestantClient idle = paced(target, "unwired", 1)) {
      wired.connect(devices, CONNECTS_PER_SECOND);
      unwired.connect(devices, CONNECTS_PER_SECOND);
      faster.connect(devices, CONNECTS_PER_SECOND);
      idle.connect(devices, CONNECTS_PER_SECOND);
      for (int i = 0; i < Turns.WARM_UPS + windows; i++) {
        findings.window("product", i < Turns.WARM_UPS, wired.ask("send " + seconds));
        double[] late = wired.ask("pacing");
        out.printf(
            Locale.ROOT,
            "    late by %.3f ms (p50), %.3f (p99), %.3f (p99.9), %.3f (max)%n",
            late[0],
            late[1],
            late[2],
            late[3]);
        double[] alone = unwired.ask("send " + seconds);
        findings.window("unwired", i < Turns.WARM_UPS, alone);
        double[] many = faster.ask("send " + seconds);
        findings.window("faster", i < Turns.WARM_UPS, many);
        double[] nothing = idle.ask("send " + seconds);
        findings.window("idle", i < Turns.WARM_UPS, nothing);
        if (i >= Turns.WARM_UPS) {
          error.add(late[1]);
          double whole = alone[3] / alone[4] - nothing[3] / nothing[4];
          double message = (many[3] - alone[3]) / (many[0] - alone[0]);
          spent.add(whole);
          kept.add(whole - message * alone[0] / alone[4]);
        }
      }
    }
    out.printf(Locale.ROOT, "keeping time at %,.0f/s, %,d devices%n", rate, devices);
    findings.judge(
        "p99 of due time to send, ms", error.median(), errorMillis, error.median() <= errorMillis);
    out.printf(Locale.ROOT, "  cores of time, stamps and books %.2f%n", spent.median());
    findings.judge("cores of keeping time", kept.median(), cores, kept.median() <= cores);
  }

  private ContestantClient paced(BenchTarget target, String who, double rate) throws IOException {
    return ContestantClient.start(
        ContestantClient.onOneProcessor(),
        ContestantProcess.class,
        JavaOptions.OF_DEVICES,
        List.of(who, target.port(), "20", Double.toString(rate)),
        log);
  }

  private double bytesPerDevice(BenchTarget target, String who, int devices) throws IOException {
    try (ContestantClient each = contestant(target, who, 20, CONNECTS_PER_SECOND)) {
      // A few devices first, so that what a process has once counts for no device.
      each.connect(DEVICES_BEFORE, CONNECTS_PER_SECOND);
      double[] before = each.ask("memory");
      each.connect(devices, CONNECTS_PER_SECOND);
      double[] after = each.ask("memory");
      findings.memory(who, DEVICES_BEFORE, before, devices, after);
      return (after[0] - before[0]) * 1024 / devices;
    }
  }

  private BenchTarget target() throws IOException {
    return target(List.of(), BenchServer.class);
  }

  private BenchTarget target(List<String> place, Class<?> program) throws IOException {
    return BenchTarget.start(place, program, log);
  }

  private ContestantClient contestant(BenchTarget target, String who, int bytes, double rate)
      throws IOException {
    return ContestantClient.start(
        List.of(),
        ContestantProcess.class,
        OURS.contains(who) ? JavaOptions.OF_DEVICES : PEER,
        List.of(who, target.port(), Integer.toString(bytes), Double.toString(rate)),
        log);
  }
}
