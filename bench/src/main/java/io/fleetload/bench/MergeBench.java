// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ProgramCost;
import io.fleetload.bench.merge.AddedHistograms;
import io.fleetload.rig.ManyShards;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code loadtest merge} of the shards of a long run, of few and of many shards with the same load
 * each, beside what HdrHistogram alone takes to add the response times of some of them. The books
 * are made, and take 2 GB of disk while it lasts.
 */
final class MergeBench {
  private static final int MANY = 100;
  private static final int FEW = 20;
  private static final int OF_HISTOGRAMS = 5;
  private static final int SECONDS = 8 * 3_600;

  /** Messages a second of each of four flows in a shard. */
  private static final int RATE_OF_A_SHARD = 20;

  /** Options of Java with which {@code loadtest} starts a merge. */
  private static final List<String> MERGE =
      List.of("-XX:+UseSerialGC", "-XX:NewRatio=4", "-Xmx256m");

  private static final double MOST_SECONDS = 20;
  private static final double TIMES_HISTOGRAMS = 2;
  private static final double GROWTH = 1.2;

  private final PrintStream out;
  private final File log;
  private final Findings findings;

  MergeBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /** Processor time a shard, and how long the whole takes. */
  void merge(int windows) throws Exception {
    try (ScratchDirectory scratch = ScratchDirectory.of("merge")) {
      Path directory = scratch.path();
      List<Path> many = books(directory, MANY);
      List<Path> few = books(directory, FEW);
      Samples wall = new Samples();
      Map<String, Samples> millis = new LinkedHashMap<>();
      for (int window = 0; window < windows; window++) {
        wall.add(took("%d shards".formatted(MANY), merge(many, directory), MANY, millis));
        took("%d shards".formatted(FEW), merge(few, directory), FEW, millis);
        took("histograms", histograms(few.subList(0, OF_HISTOGRAMS)), OF_HISTOGRAMS, millis);
      }
      conclude(wall, new ArrayList<>(millis.values()));
    }
  }

  private static List<Path> books(Path directory, int shards) throws IOException {
    return new ManyShards(shards, SECONDS, shards * RATE_OF_A_SHARD)
        .write(Files.createDirectory(directory.resolve("books-" + shards)));
  }

  private static List<String> merge(List<Path> shards, Path directory) throws IOException {
    Path home = Path.of(System.getProperty("fleetload.home", "."));
    List<String> command = java(MERGE);
    command.add("-Dfleetload.home=" + home);
    command.addAll(List.of("-jar", home.resolve("campaign/target/campaign.jar").toString()));
    command.add("merge");
    shards.forEach(each -> command.add(each.toString()));
    command.addAll(List.of("--out", Files.createTempDirectory(directory, "merged").toString()));
    return command;
  }

  private static List<String> histograms(List<Path> shards) {
    List<String> command = java(List.of("-XX:+UseSerialGC", "-Xmx2g"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), AddedHistograms.class.getName()));
    shards.forEach(each -> command.add(each.toString()));
    return command;
  }

  private static List<String> java(List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(options);
    return command;
  }

  /** Runs it, and gives how long it took in s. */
  private double took(String who, List<String> command, int shards, Map<String, Samples> millis)
      throws IOException, InterruptedException {
    ProgramCost finished = ProgramCost.run(who, command, log);
    double cpuMillis = finished.cpu().toMillis();
    double each = cpuMillis / shards;
    millis.computeIfAbsent(who, name -> new Samples()).add(each);
    out.printf(
        Locale.ROOT,
        "  %-11s %5.1f s, %5.1f CPU s, %,5.0f ms of CPU a shard%n",
        who,
        finished.seconds(),
        cpuMillis / 1e3,
        each);
    return finished.seconds();
  }

  private void conclude(Samples wall, List<Samples> millis) {
    double many = millis.get(0).median();
    out.printf("merging shards of %d h, four flows of %d/s%n", SECONDS / 3_600, RATE_OF_A_SHARD);
    findings.judge(
        "seconds of %d shards".formatted(MANY),
        wall.median(),
        MOST_SECONDS,
        wall.median() <= MOST_SECONDS);
    double growth = many / millis.get(1).median();
    findings.judge("CPU a shard, of many to of few", growth, GROWTH, growth <= GROWTH);
    double times = millis.get(2).median() / many;
    findings.judge(
        "times less CPU than histograms", times, TIMES_HISTOGRAMS, times >= TIMES_HISTOGRAMS);
  }
}
