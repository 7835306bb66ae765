// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.cost.CostReadings;
import io.fleetload.process.UsageException;
import io.fleetload.results.Baseline;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A run of which all books came to the backend that leads it.
 *
 * @param baseline the run that thresholds compare with, or null
 * @param directory where its results go
 * @param cost what the target says of its cost
 * @param labels the user's own words on the run
 * @param say gets the lines that a person reads
 */
record WholeRun(
    Scenario scenario,
    Baseline baseline,
    Path directory,
    CostReadings cost,
    Map<String, String> labels,
    Consumer<String> say) {
  /**
   * The verdict.
   *
   * @param others the directories of the shards' books and of the other backends'
   * @param own the directory of the book that this backend wrote
   * @throws UsageException if the books do not belong together
   * @throws IOException if one cannot be read, or the result not be written
   */
  ExitCode judged(List<Path> others, Path own)
      throws UsageException, IOException, InterruptedException {
    cost.awaitEnd();
    EndOfRun end = new EndOfRun(directory, scenario.pack().views(), say);
    List<Path> directories = new ArrayList<>(List.of(own));
    directories.addAll(others);
    BookSources found = BookSources.in(directories);
    DeviceBook device;
    BackendBook backend;
    try {
      if (found.devices().size() > 1) {
        MergedBooks merged = MergedBooks.of(found);
        end.keep(merged);
        device = merged.device();
        backend = merged.backend();
      } else {
        device = found.devices().get(0).whole().read();
        end.keep(device);
        backend = MergedBooks.backend(device, found.backends());
      }
      if (found.backends().size() > 1) {
        end.keep(backend);
      }
    } catch (MergeRefusal e) {
      throw new UsageException(e.getMessage());
    }
    // Each simulator looked at its own part of its host; none looked at the rest of it.
    HostLoad unknown = null;
    EndOfRun.Terms terms =
        new EndOfRun.Terms(
            scenario.profile().bounds(),
            baseline,
            unknown,
            Surroundings.of(scenario.profile()).with(labels));
    return end.judge(device, backend, terms, cost::addedTo);
  }
}
