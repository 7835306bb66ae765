// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ContestantClient;
import io.fleetload.bench.server.BenchServer;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Benchmark of the cost of a message where a timer in the selector wakes the devices' thread,
 * beside a thread that keeps the time and wakes it. The second is what the product does without
 * Netty's native library, which is switched off for it.
 */
final class WakingBench {
  private static final int DEVICES = 500;
  private static final int BYTES = 20;

  /** With this one the thread naps at the last of the rates, and nothing wakes it. */
  private static final String PRECISION = "0.15ms";

  private static final List<Integer> RATES = List.of(1_000, 2_500, 5_000);

  private static final int MOST_WITHOUT_NAPS = 2_500;

  /** A fifth less processor time. */
  private static final double TIMES = 1.25;

  private static final String TIMER = "timer";
  private static final String THREAD = "thread";

  /** Of the thread that keeps the time. */
  private static final String ALARM = "fleet-alarm";

  private final PrintStream out;
  private final File log;
  private final Findings findings;

  WakingBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /** Processor time of a message at each rate. */
  void wake(int windows, double seconds) throws IOException {
    for (int rate : RATES) {
      Map<String, ContestantClient> running = new LinkedHashMap<>();
      try (BenchTarget target = BenchTarget.start(List.of(), BenchServer.class, log)) {
        for (String each : List.of(TIMER, THREAD)) {
          running.put(each, contestant(each, target, rate));
        }
        measure(running, rate, windows, seconds);
      } finally {
        new ArrayList<>(running.values()).forEach(ContestantClient::close);
      }
    }
  }

  private ContestantClient contestant(String who, BenchTarget target, int rate) throws IOException {
    List<String> java = new ArrayList<>(JavaOptions.OF_DEVICES);
    java.add("-Dio.netty.transport.noNative=" + THREAD.equals(who));
    List<String> arguments =
        List.of(
            "product", target.port(), Integer.toString(BYTES), Integer.toString(rate), PRECISION);
    return ContestantClient.start(List.of(), ContestantProcess.class, java, arguments, log);
  }

  private void measure(Map<String, ContestantClient> running, int rate, int windows, double seconds)
      throws IOException {
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (Map.Entry<String, ContestantClient> each : running.entrySet()) {
      each.getValue().connect(DEVICES, DEVICES);
      check(each.getKey(), each.getValue());
      costs.put(each.getKey(), new Cost(new Samples(), new Samples(), new Samples()));
    }
    for (int window = 0; window < Turns.WARM_UPS + windows; window++) {
      for (Map.Entry<String, ContestantClient> each : running.entrySet()) {
        boolean warmUp = window < Turns.WARM_UPS;
        double[] figures = each.getValue().ask("send " + seconds);
        findings.window(each.getKey(), warmUp, figures);
        double[] late = each.getValue().ask("pacing");
        if (!warmUp) {
          Cost cost = costs.get(each.getKey());
          cost.micros().add(figures[3] / figures[0] * 1e6);
          cost.p50().add(late[0]);
          cost.p99().add(late[1]);
        }
      }
    }
    costs.forEach(
        (who, each) ->
            out.printf(
                Locale.ROOT,
                "%s at %,d/s: %.1f us of CPU a message, late by %.3f ms (p50), %.3f (p99)%n",
                who,
                rate,
                each.micros().median(),
                each.p50().median(),
                each.p99().median()));
    conclude(rate, costs.get(TIMER).micros(), costs.get(THREAD).micros());
  }

  /** A host without the library would compare the thread with itself. */
  private static void check(String who, ContestantClient running) throws IOException {
    double found = running.ask("threads " + ALARM)[0];
    int expected = who.equals(THREAD) ? 1 : 0;
    if (found != expected) {
      throw new IOException(
          "waking by a %s: %.0f threads keep the time, expected %d; the timer needs Linux and Netty's native epoll"
              .formatted(who, found, expected));
    }
  }

  private void conclude(int rate, Samples timer, Samples thread) {
    double times = thread.median() / timer.median();
    if (rate > MOST_WITHOUT_NAPS) {
      out.printf(Locale.ROOT, "  ratio %.2f, no bound, as the thread naps%n", times);
      return;
    }
    findings.conclude(
        "us of CPU a message at %,d/s, %d devices".formatted(rate, DEVICES),
        timer,
        THREAD,
        thread,
        times,
        TIMES);
  }

  /** Of the windows that count: processor time of a message, and how late it was sent, in ms. */
  private record Cost(Samples micros, Samples p50, Samples p99) {}
}
