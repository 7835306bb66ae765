// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.it.Printed;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Both simulators in this process against a server of a test, joined and judged by the class that
 * every run is judged by. A run of its own processes would take four times as long.
 *
 * @param result what the run says
 * @param printed what the two printed; it explains a test that failed
 */
record LiarRun(Result result, String printed) {
  private static final long LONGEST_SECONDS = 120;

  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%,"
              + " maxOthers: 100%}");

  /** What a run has beyond its profile. */
  static final class Plan {
    private final String profile;
    private final Path directory;
    private final List<String> ofBackend = new ArrayList<>();
    private Work afterDevices = () -> {};

    /** A run of a profile, by its text. */
    Plan(String profile, Path directory) {
      this.profile = profile;
      this.directory = directory;
    }

    /** The same where the backend reads another value of a key. */
    Plan withBackend(String override) {
      ofBackend.add("--set=" + override);
      return this;
    }

    /** The same where the backend knows that the devices' clock is its own. */
    Plan onOneHost() {
      ofBackend.add("--same-host");
      return this;
    }

    /** The same where something is done before the backend reads to the end. */
    Plan afterDevices(Work work) {
      afterDevices = work;
      return this;
    }

    /**
     * Runs both, the backend first, and judges.
     *
     * @param thresholds those of the profile beside the defaults
     */
    LiarRun run(String... thresholds) throws Exception {
      Path file = Files.writeString(directory.resolve("profile.yaml"), profile);
      Path results = directory.resolve("results");
      List<String> common = new ArrayList<>(List.of(file.toString(), "--json", "--out=" + results));
      common.addAll(ON_ANY_HOST);
      common.add("--run-id=1dea");
      ofBackend.addAll(common);
      ofBackend.add("--until-stdin-closes");
      CompletableFuture<Runnable> ready = new CompletableFuture<>();
      CompletableFuture<Printed> backend = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  backend.complete(Printed.backend(ofBackend, ready::complete));
                } catch (RuntimeException | Error e) {
                  backend.completeExceptionally(e);
                }
                // One that was never ready has ended already.
                ready.complete(() -> {});
              },
              "backend");
      thread.setDaemon(true);
      thread.start();
      Runnable end = ready.get(LONGEST_SECONDS, TimeUnit.SECONDS);
      Printed devices = Printed.devices(common);
      afterDevices.run();
      end.run();
      Printed received = backend.get(LONGEST_SECONDS, TimeUnit.SECONDS);
      String printed = devices.out() + devices.err() + received.out() + received.err();
      return new LiarRun(judged(results, printed, thresholds), printed);
    }
  }

  /** Something that may fail. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  private static Result judged(Path results, CharSequence printed, String... thresholds) {
    try {
      return Result.join(
          ResultFiles.read(results.resolve(DeviceBook.FILE), DeviceBook.class),
          ResultFiles.read(results.resolve(BackendBook.FILE), BackendBook.class),
          List.of(thresholds).stream().map(Threshold::parse).toList());
    } catch (IOException e) {
      throw new AssertionError("a book is missing; the simulators said " + printed, e);
    }
  }

  /**
   * Holds that the run names a lie: it crossed a threshold, and a figure has the count of the
   * liar's own log. Where no message was lied about, as may be drawn, the run passed.
   *
   * @param draw which messages were to be lied about
   * @param told how often the liar lied
   * @param fewer how many may be missing in the figure
   * @param more how many may be in it beyond that
   */
  void names(Lie lie, Draw draw, long told, long fewer, long more) {
    String why = "%s of %s, told %s\n%s".formatted(lie, draw, told, this);
    if (draw.equals(Draw.EACH_SEVENTH) && !lie.isTruth()) {
      assertThat(told).as(why).isPositive();
    }
    ExitCode code = told == 0 ? ExitCode.PASSED : ExitCode.THRESHOLDS_CROSSED;
    assertThat(result.verdict().code()).as(why).isEqualTo(code);
    if (told > 0) {
      assertThat(count(lie.figure())).as(why).isBetween(told - fewer, told + more);
    }
  }

  /** A figure by its path, such as {@code /ledger/lost}; 0 where the result does not have it. */
  long count(String path) {
    JsonNode figures = ResultFiles.tree(result);
    return figures.at(path).asLong();
  }

  @Override
  public String toString() {
    return result.verdict() + "\n" + ResultFiles.tree(result.figures().ledger()) + "\n" + printed;
  }
}
