// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.Report;
import io.fleetload.analysis.report.ReportFile;
import io.fleetload.analysis.report.chart.LiveResult;
import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.driver.RunClock;
import io.fleetload.results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A run as a report of its books so far. The report is made on request. It is not made again before
 * 2 s have passed, or ten times as long as it took to make: reading large books must not take the
 * host from the run. Thread-safe.
 */
final class LiveRun {
  private static final long SHORTEST_NANOS = 2_000_000_000L;
  private static final long SHARE = 10;

  private final Path directory;
  private final int shards;
  private final String name;
  private final Result.About about;
  private final Supplier<RunSoFar.Now> now;
  private final RunClock clock;
  private State last;
  private long nextNanos;

  /**
   * A state of the page.
   *
   * @param number counts the states from 0
   * @param ended whether no other follows
   * @param report the page
   */
  record State(long number, boolean ended, Report report) {}

  /**
   * Creates the state of a run.
   *
   * @param directory the directory of its books
   * @param shards number of processes of its device side
   * @param name the profile's {@code run.name}
   * @param about the profile, the versions and the host of the run
   * @param now latest reports of the tools
   */
  LiveRun(
      Path directory,
      int shards,
      String name,
      Result.About about,
      Supplier<RunSoFar.Now> now,
      RunClock clock) {
    this.directory = directory;
    this.shards = shards;
    this.name = name;
    this.about = about;
    this.now = now;
    this.clock = clock;
  }

  /** Returns the current state of the run. */
  synchronized State state() {
    long begun = clock.nanos();
    if (last == null || (!last.ended && begun - nextNanos >= 0)) {
      put(false, running());
      long took = clock.nanos() - begun;
      nextNanos = begun + Math.max(SHORTEST_NANOS, SHARE * took);
    }
    return last;
  }

  /**
   * The run is over.
   *
   * @param why what was wrong where it has no result, in one line, or null
   */
  synchronized void end(String why) {
    put(true, finished(why));
  }

  private void put(boolean ended, Report report) {
    last = new State(last == null ? 0 : last.number + 1, ended, report);
  }

  private Report running() {
    ObjectNode told = NowTree.of(now.get());
    Books books = Books.in(directory, shards);
    return books == null
        ? new Report(LiveResult.of(name, told), null)
        : new Report(LiveResult.of(books.device(), books.backend(), about, told), books.device());
  }

  private Report finished(String why) {
    if (Files.exists(directory.resolve(Result.FILE))) {
      try {
        return ReportFile.read(directory, remark -> {});
      } catch (IOException e) {
        return without(e.getMessage());
      }
    }
    return without(why == null ? "the run ended before it had a result" : why);
  }

  private Report without(String why) {
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("run", name);
    result.putObject("verdict").put("status", "no-result").putArray("reasons").add(why);
    return new Report(result, null);
  }
}
