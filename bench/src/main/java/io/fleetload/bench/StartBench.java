// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Benchmark of the time that users wait: for the first message of the quickstart, for all of it,
 * and for {@code --help}. The programs start as {@code loadtest} starts them. The first message is
 * also timed where Java starts them by itself, without archives of classes and with HotSpot's own
 * thresholds.
 */
final class StartBench {
  private static final Map<String, String> OURS = Map.of("FLEETLOAD_ARCHIVES", "on");

  /** HotSpot's defaults, in place of the options that a run starts its programs with. */
  private static final Map<String, String> AS_JAVA_DOES =
      Map.of(
          "FLEETLOAD_ARCHIVES",
          "off",
          "FLEETLOAD_JAVA_OPTIONS",
          "-XX:Tier4InvocationThreshold=5000 -XX:Tier4MinInvocationThreshold=600"
              + " -XX:Tier4CompileThreshold=15000 -XX:Tier4BackEdgeThreshold=40000");

  private static final double FIRST_MESSAGE_MILLIS = 6_000;
  private static final double WHOLE_MILLIS = 38_000;
  private static final double HELP_MILLIS = 500;
  private static final double TIMES_AS_SOON = 1.5;

  private final PrintStream out;
  private final File log;
  private final Findings findings;
  private final Path home = Path.of(System.getProperty("fleetload.home", "."));

  StartBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /**
   * Measures the times that users wait, in ms: medians of so many runs, with archives that are made
   * before.
   */
  void start(int windows) throws Exception {
    Samples first = new Samples();
    Samples whole = new Samples();
    Samples help = new Samples();
    Samples plain = new Samples();
    try (ScratchDirectory scratch = ScratchDirectory.of("start")) {
      Path directory = scratch.path();
      took(OURS, List.of("archive"));
      for (int window = 0; window < windows; window++) {
        long[] ours = run("product", directory.resolve("ours-" + window), OURS);
        first.add(ours[0]);
        whole.add(ours[1]);
        plain.add(run("Java", directory.resolve("plain-" + window), AS_JAVA_DOES)[0]);
        help.add(took(OURS, List.of("--help")));
      }
    }
    findings.conclude(
        "ms to the first message of the quickstart",
        first,
        "Java",
        plain,
        plain.median() / first.median(),
        TIMES_AS_SOON);
    atMost("ms to the first message", first, FIRST_MESSAGE_MILLIS);
    atMost("ms of the whole quickstart", whole, WHOLE_MILLIS);
    atMost("ms of --help", help, HELP_MILLIS);
  }

  private void atMost(String what, Samples samples, double most) {
    findings.judge(what, samples.median(), most, samples.median() <= most);
  }

  /** Until the first message, and until the end, in ms. */
  private long[] run(String who, Path results, Map<String, String> environment) throws Exception {
    long began = System.currentTimeMillis();
    Path profile = home.resolve("profiles/quickstart.yaml");
    long whole = took(environment, List.of("run", profile.toString(), "--out", results.toString()));
    DeviceBook book = ResultFiles.read(results.resolve("device-book.json"), DeviceBook.class);
    long first = book.timeline().flowsBeganEpochMs().orElseThrow() - began;
    out.printf(
        Locale.ROOT, "  %-15s first message after %,d ms, end after %,d ms%n", who, first, whole);
    return new long[] {first, whole};
  }

  private long took(Map<String, String> environment, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("loadtest").toString()));
    command.addAll(arguments);
    ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log);
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(toLog).redirectError(toLog);
    builder.environment().putAll(environment);
    long began = System.nanoTime();
    int code = builder.start().waitFor();
    if (code != 0) {
      throw new IOException(
          "%s: exit code %d; see %s".formatted(String.join(" ", command), code, log));
    }
    return (System.nanoTime() - began) / 1_000_000;
  }
}
