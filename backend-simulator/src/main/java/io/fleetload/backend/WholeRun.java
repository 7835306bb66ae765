package io.fleetload.backend;

import io.fleetload.analysis.merge.Found;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.Merged;
import io.fleetload.analysis.report.RunOnDisk;
import io.fleetload.process.Surroundings;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.BackendBook;
import io.fleetload.results.Baseline;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The verdict on a run whose shards handed in their books: added and judged as {@code loadtest
 * merge} does, beside the backend's own book.
 */
final class WholeRun {
  private final LoadProfile profile;
  private final Baseline baseline;
  private final Path directory;
  private final Consumer<String> say;

  WholeRun(LoadProfile profile, Baseline baseline, Path directory, Consumer<String> say) {
    this.profile = profile;
    this.baseline = baseline;
    this.directory = directory;
    this.say = say;
  }

  /**
   * Judges it.
   *
   * @param shards the directories of the shards' books
   * @throws UsageException if the books do not belong together
   * @throws IOException if a book cannot be read or the result not be written
   */
  ExitCode judge(List<Path> shards) throws UsageException, IOException {
    BackendBook backend = ResultFiles.read(directory.resolve(BackendBook.FILE), BackendBook.class);
    DeviceBook device = devices(shards, backend);
    ResultFiles.write(directory.resolve(DeviceBook.FILE), device);
    ResultFiles.write(directory.resolve(SeedView.FILE), SeedView.of(device));
    Result result =
        Result.join(
                device,
                backend,
                profile.thresholds().stream().map(Condition::threshold).toList(),
                baseline,
                // Each simulator looked at its own part of its host; nobody at the rest of it.
                null)
            .with(Surroundings.of(profile));
    return new RunOnDisk(directory, say).write(result, device, backend);
  }

  private DeviceBook devices(List<Path> shards, BackendBook backend)
      throws UsageException, IOException {
    Found found = Found.in(shards);
    if (shards.size() == 1) {
      return found.devices().get(0).book();
    }
    try {
      Merged merged =
          Merged.of(
              new Found(found.devices(), List.of(new Found.Book<>(BackendBook.FILE, backend))));
      say.accept(
          "the books of %d shards are merged; their flows began within %d ms"
              .formatted(shards.size(), merged.skewMillis()));
      return merged.device();
    } catch (MergeRefusal e) {
      throw new UsageException(e.getMessage());
    }
  }
}
