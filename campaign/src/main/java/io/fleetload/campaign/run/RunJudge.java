// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.analysis.merge.BackendParts;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.BrokenOff;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The end of a run: joins the books that lie in its directory, judges, writes and says it. A side
 * that left no book has done nothing.
 */
public final class RunJudge {
  private final RunRequest asked;
  private final Baseline baseline;
  private final Path directory;
  private final Teller teller;

  RunJudge(RunRequest asked, Baseline baseline, Path directory, Teller teller) {
    this.asked = asked;
    this.baseline = baseline;
    this.directory = directory;
    this.teller = teller;
  }

  /** Returns whether a directory has no result yet, but files to make one from. */
  public static boolean isOwed(Path directory) {
    return !Files.exists(directory.resolve(Result.FILE))
        && (Files.exists(directory.resolve(DeviceBook.FILE))
            || Files.exists(directory.resolve(RunRequest.FILE)));
  }

  /** Returns whether any process of the device side left a book. */
  static boolean anythingDone(Path directory, Shards shards) {
    return Files.exists(directory.resolve(DeviceBook.FILE))
        || (shards.areSeveral()
            && shards.all().stream()
                .anyMatch(
                    each ->
                        Files.exists(Shards.directory(directory, each).resolve(DeviceBook.FILE))));
  }

  /**
   * The judgement of a run that could not make it itself, because it was killed.
   *
   * @throws IOException with one line if what it asked for cannot be read
   */
  public static RunJudge afterwards(Path directory, Teller teller) throws IOException {
    Path file = directory.resolve(RunRequest.FILE);
    return new RunJudge(
        Files.exists(file) ? ResultFiles.read(file, RunRequest.class) : RunRequest.unknown(),
        null,
        directory,
        teller);
  }

  /**
   * Judges the run.
   *
   * @param cost what watched the processes
   * @param early why it ended before its time; empty where it did not, or the user wanted it
   * @throws IOException if a book cannot be read or the result not be written
   */
  ExitCode of(CostWatch cost, Optional<BrokenOff> early) throws IOException, InterruptedException {
    cost.readings().awaitEnd();
    String older = early.isEmpty() ? "" : new ShardsOnDisk(asked, directory).older();
    Optional<BrokenOff> reason =
        older.isEmpty()
            ? early
            : early.map(each -> new BrokenOff(each.code(), each.why() + "; " + older));
    return judged(
        cost.host(), joined -> cost.readings().addedTo(reason.map(joined::with).orElse(joined)));
  }

  /**
   * Judges a run of which the books are all that is left.
   *
   * @throws IOException if a book cannot be read or the result not be written
   */
  public ExitCode of() throws IOException {
    return judged(null, UnaryOperator.identity());
  }

  private ExitCode judged(HostLoad host, UnaryOperator<Result> late) throws IOException {
    EndOfRun end = new EndOfRun(directory, Packs.installed().viewsOf(asked.profile()), this::say);
    Path deviceFile = directory.resolve(DeviceBook.FILE);
    if (!Files.exists(deviceFile) && anythingDone(directory, asked.ofDevices())) {
      end.keep(new ShardsOnDisk(asked, directory).merged());
    }
    DeviceBook device =
        Files.exists(deviceFile)
            ? ResultFiles.read(deviceFile, DeviceBook.class)
            : asked.nothingDone();
    if (asked.runId() != null && !asked.runId().equals(device.runId())) {
      throw new IOException(
          "%s: is of run %s, but %s is of run %s; name the directory of one run"
              .formatted(
                  deviceFile, device.runId(), directory.resolve(RunRequest.FILE), asked.runId()));
    }
    return end.judge(
        device,
        backend(device, end),
        new EndOfRun.Terms(asked.bounds(), baseline, host, asked.about()),
        late);
  }

  private BackendBook backend(DeviceBook device, EndOfRun end) throws IOException {
    try {
      BackendBook backend = BackendParts.read(directory, device);
      if (BackendParts.areSeveral(directory) && backend != null) {
        end.keep(backend);
      }
      return backend;
    } catch (MergeRefusal e) {
      throw new IOException("the backends' books do not fit: " + e.getMessage(), e);
    }
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Sentence(Campaign.TOOL, line));
  }
}
