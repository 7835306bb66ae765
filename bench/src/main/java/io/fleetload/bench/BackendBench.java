// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ContestantClient;
import io.fleetload.bench.receive.Records;
import io.fleetload.tool.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Benchmark of the processor time that the backend takes for a record. At the highest rate, one
 * process and two that share the partitions run beside Kafka's client alone; each reads as many
 * records as were written before its window, as fast as it can. At an ordinary rate, at which a
 * poll brings few records, one process runs beside the client. The broker is the embedded stack's.
 */
final class BackendBench {
  private static final List<String> JAVA = List.of("-Xms512m", "-Xmx2g");

  /** Options of Java with which a run starts its backend. */
  private static final List<String> OF_BACKEND = JavaOptions.of("-Xmx512m", "-XX:+UseSerialGC");

  private static final double PER_SECOND = 50_000;
  private static final double ORDINARY_PER_SECOND = 6_000;

  /** Kafka's client alone polls as often: what it takes, of what the backend takes. */
  private static final double LEAST_OF_CLIENT = 0.5;

  /** Of a processor at that rate: with less than half, one thread keeps up also in bad moments. */
  private static final double MOST_OF_A_PROCESSOR = 0.5;

  private static final String ONE = "backend";
  private static final String TWO = "2 backends";
  private static final String BARE = "consumer";

  /** The place of the length of a window among its figures, after its sums. */
  private static final int SECONDS = 4;

  private static final List<String> PARTS = List.of("1/2", "2/2");

  private final PrintStream out;
  private final File log;
  private final Findings findings;

  BackendBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /** Records a second of the readers' processor, and of the readers. */
  void receive(int windows, double seconds) throws Exception {
    Map<String, Samples> perCpu = new LinkedHashMap<>();
    Map<String, Samples> perSecond = new LinkedHashMap<>();
    List<ContestantClient> all = new ArrayList<>();
    try (EmbeddedStack stack = EmbeddedStack.start(JAVA, List.of("--tenant=bench"), log)) {
      String kafka = stack.at("kafka");
      Map<String, List<ContestantClient>> readers = new LinkedHashMap<>();
      readers.put(ONE, List.of(started(all, "backend", kafka, "1/1")));
      List<ContestantClient> shared = new ArrayList<>();
      for (String part : PARTS) {
        shared.add(started(all, "backend", kafka, part));
      }
      readers.put(TWO, shared);
      readers.put(BARE, List.of(started(all, "consumer", kafka)));
      try (Records records = new Records(kafka)) {
        for (int window = 0; window < Turns.WARM_UPS + windows; window++) {
          records.write((int) Math.round(PER_SECOND * seconds));
          for (Map.Entry<String, List<ContestantClient>> each : readers.entrySet()) {
            double[] figures = together(each.getValue(), "send " + seconds);
            findings.window(each.getKey(), window < Turns.WARM_UPS, figures);
            if (window >= Turns.WARM_UPS) {
              sample(perCpu, each.getKey(), figures[0] / figures[3]);
              sample(perSecond, each.getKey(), figures[0] / figures[4]);
            }
          }
        }
        readers.remove(TWO);
        ordinary(readers, records, windows, seconds);
      }
    } finally {
      all.forEach(ContestantClient::close);
    }
    conclude(perCpu, perSecond);
  }

  /** Measures the processor time of a record that is read as soon as it is written. */
  private void ordinary(
      Map<String, List<ContestantClient>> readers, Records records, int windows, double seconds)
      throws Exception {
    // A reader counts its seconds by the highest rate.
    String command = "send " + seconds * ORDINARY_PER_SECOND / PER_SECOND;
    List<ContestantClient> each = readers.values().stream().flatMap(List::stream).toList();
    Map<String, Samples> micros = new LinkedHashMap<>();
    for (int window = 0; window < Turns.WARM_UPS + windows; window++) {
      Thread writing =
          new Thread(() -> records.write((int) ORDINARY_PER_SECOND, seconds), "writing");
      writing.start();
      List<double[]> figures = asked(each, command);
      writing.join();
      int place = 0;
      for (String who : readers.keySet()) {
        double[] its = figures.get(place++);
        findings.window(who, window < Turns.WARM_UPS, its);
        if (window >= Turns.WARM_UPS) {
          sample(micros, who, its[3] / its[0] * 1e6);
        }
      }
    }
    Samples backend = micros.get(ONE);
    Samples client = micros.get(BARE);
    findings.conclude(
        "us of CPU a record at %,.0f/s".formatted(ORDINARY_PER_SECOND),
        backend,
        BARE,
        client,
        client.median() / backend.median(),
        LEAST_OF_CLIENT);
  }

  private static void sample(Map<String, Samples> samples, String of, double figure) {
    samples.computeIfAbsent(of, each -> new Samples()).add(figure);
  }

  /** Returns the sums of all readers' figures, with the time of the reader that took longest. */
  private static double[] together(List<ContestantClient> readers, String command)
      throws Exception {
    double[] sum = new double[SECONDS + 1];
    for (double[] figures : asked(readers, command)) {
      for (int i = 0; i < SECONDS; i++) {
        sum[i] += figures[i];
      }
      sum[SECONDS] = Math.max(sum[SECONDS], figures[SECONDS]);
    }
    return sum;
  }

  private static List<double[]> asked(List<ContestantClient> readers, String command)
      throws Exception {
    ExecutorService asking = Executors.newFixedThreadPool(readers.size());
    try {
      List<Callable<double[]>> questions = new ArrayList<>();
      readers.forEach(each -> questions.add(() -> each.ask(command)));
      List<double[]> answers = new ArrayList<>();
      for (Future<double[]> each : asking.invokeAll(questions)) {
        answers.add(each.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException ended ? ended : e;
    } finally {
      asking.shutdown();
    }
  }

  private void conclude(Map<String, Samples> perCpu, Map<String, Samples> perSecond) {
    out.println("records per CPU second of the readers, 500 B each");
    perCpu.forEach(
        (who, each) ->
            out.printf(
                Locale.ROOT,
                "  %-10s %s, %.1f us of CPU a record; %s records a second%n",
                who,
                each.text(),
                1e6 / each.median(),
                perSecond.get(who).text()));
    out.printf(
        Locale.ROOT,
        "  a backend takes %.2f times what Kafka's client alone takes%n",
        perCpu.get(BARE).median() / perCpu.get(ONE).median());
    double cores = PER_SECOND / perCpu.get(ONE).median();
    findings.judge(
        "processors for 50,000 records/s",
        cores,
        MOST_OF_A_PROCESSOR,
        cores <= MOST_OF_A_PROCESSOR);
    double two = perSecond.get(TWO).median();
    findings.judge("records/s of two backends", two, PER_SECOND, two >= PER_SECOND);
  }

  private ContestantClient started(
      List<ContestantClient> all, String who, String kafka, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(who, kafka, Double.toString(PER_SECOND)));
    arguments.addAll(List.of(more));
    ContestantClient started =
        ContestantClient.start(List.of(), ContestantProcess.class, OF_BACKEND, arguments, log);
    all.add(started);
    started.connect(1, 1);
    return started;
  }
}
