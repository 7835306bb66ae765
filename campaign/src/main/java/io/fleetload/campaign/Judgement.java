package io.fleetload.campaign;

import io.fleetload.analysis.merge.Merged;
import io.fleetload.analysis.report.RunOnDisk;
import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.BackendBook;
import io.fleetload.results.Baseline;
import io.fleetload.results.BrokenOff;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.FlowResult;
import io.fleetload.results.HostLoad;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The end of a run: joins the books that lie in its directory, judges, writes and says it. A side
 * that left no book has done nothing.
 */
final class Judgement {
  private final Asked asked;
  private final Baseline baseline;
  private final Path directory;
  private final ToolEvents.Teller teller;

  Judgement(Asked asked, Baseline baseline, Path directory, ToolEvents.Teller teller) {
    this.asked = asked;
    this.baseline = baseline;
    this.directory = directory;
    this.teller = teller;
  }

  /** Whether a directory has no result, and what one can be made of. */
  static boolean isOwed(Path directory) {
    return !Files.exists(directory.resolve(Result.FILE))
        && (Files.exists(directory.resolve(DeviceBook.FILE))
            || Files.exists(directory.resolve(Asked.FILE)));
  }

  /** Whether any process of the device side left a book. */
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
  static Judgement afterwards(Path directory, ToolEvents.Teller teller) throws IOException {
    Path file = directory.resolve(Asked.FILE);
    return new Judgement(
        Files.exists(file) ? ResultFiles.read(file, Asked.class) : Asked.unknown(),
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
    Books books = books();
    Result whole = joined(books, cost.host());
    Result joined = early.map(whole::with).orElse(whole);
    long messages = joined.flows().values().stream().mapToLong(FlowResult::sent).sum();
    return written(books, cost.cost(messages).map(joined::with).orElse(joined));
  }

  /**
   * Judges a run of which the books are all that is left.
   *
   * @throws IOException if a book cannot be read or the result not be written
   */
  ExitCode of() throws IOException {
    Books books = books();
    return written(books, joined(books, null));
  }

  /** Both halves; the backend's may be missing. */
  private record Books(DeviceBook device, BackendBook backend) {}

  private Books books() throws IOException {
    Path deviceFile = directory.resolve(DeviceBook.FILE);
    Path backendFile = directory.resolve(BackendBook.FILE);
    if (!Files.exists(deviceFile) && anythingDone(directory, asked.ofDevices())) {
      merge(deviceFile);
    }
    return new Books(
        Files.exists(deviceFile)
            ? ResultFiles.read(deviceFile, DeviceBook.class)
            : asked.nothingDone(),
        Files.exists(backendFile) ? ResultFiles.read(backendFile, BackendBook.class) : null);
  }

  private void merge(Path deviceFile) throws IOException {
    Merged shards = new ShardsOnDisk(asked, directory).merged();
    ResultFiles.write(deviceFile, shards.device());
    ResultFiles.write(directory.resolve(SeedView.FILE), SeedView.of(shards.device()));
    say(
        "the books of %d shards are merged; their flows began within %d ms"
            .formatted(asked.ofDevices().count(), shards.skewMillis()));
  }

  private Result joined(Books books, HostLoad host) {
    return Result.join(books.device, books.backend, asked.bounds(), baseline, host)
        .with(asked.about());
  }

  private ExitCode written(Books books, Result result) throws IOException {
    return new RunOnDisk(directory, this::say).write(result, books.device, books.backend);
  }

  private void say(String line) {
    teller.tell(new ToolEvent.Said(Campaign.TOOL, line));
  }
}
