// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.BookSources.Book;
import io.fleetload.analysis.merge.BookSources.BookSource;
import io.fleetload.analysis.merge.EmptyBooks;
import io.fleetload.analysis.merge.MergeRefusal;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.cost.CostReadings;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.Baseline;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import io.fleetload.results.verdict.BrokenOff;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A run of which the books came to the backend that leads it.
 *
 * @param part this backend's in the run
 * @param baseline the run that thresholds compare with, or null
 * @param directory where the books are, and where its results go
 * @param cost what the target says of its cost
 * @param labels the user's own words on the run
 * @param say gets the lines that a person reads
 */
record WholeRun(
    Scenario scenario,
    BackendShare part,
    Baseline baseline,
    Path directory,
    CostReadings cost,
    Map<String, String> labels,
    Consumer<String> say) {
  /**
   * The verdict. A run without one of its books has no verdict, and its figures are of the others.
   *
   * @param missing the line that names the missing books; empty where all came
   * @throws UsageException if the books do not belong together
   * @throws IOException if one cannot be read, or the result not be written
   */
  ExitCode judged(Optional<String> missing)
      throws UsageException, IOException, InterruptedException {
    cost.awaitEnd();
    EndOfRun end = new EndOfRun(directory, scenario.pack().views(), say);
    MergedBooks merged;
    try {
      merged = MergedBooks.of(new BookSources(ofDevices(), ofBackends()));
    } catch (MergeRefusal e) {
      throw new UsageException(e.getMessage());
    }
    // The sum of a part would be in the way of a later merge with the missing books.
    if (missing.isEmpty()) {
      end.keep(merged);
      if (part.which().of() > 1) {
        end.keep(merged.backend());
      }
    }
    // Each simulator looked at its own part of its host; none looked at the rest of it.
    HostLoad unknown = null;
    EndOfRun.Terms terms =
        new EndOfRun.Terms(
            scenario.profile().bounds(),
            baseline,
            unknown,
            Surroundings.of(scenario.profile()).with(labels));
    Optional<BrokenOff> early = missing.map(why -> new BrokenOff(ExitCode.TOOL_GONE, why));
    return end.judge(
        merged.device(),
        merged.backend(),
        terms,
        joined -> cost.addedTo(early.map(joined::with).orElse(joined)));
  }

  private List<Book<DeviceBook>> ofDevices() {
    LoadProfile profile = scenario.profile();
    int shards = part.run().shards();
    List<Book<DeviceBook>> there = new ArrayList<>();
    List<Book<DeviceBook>> missing = new ArrayList<>();
    for (int number = 1; number <= shards; number++) {
      Shard shard = new Shard(number, shards);
      Path file = shard.deviceDirectory(directory).resolve(DeviceBook.FILE);
      if (Files.exists(file)) {
        there.add(Book.ofDevices(file));
      } else {
        BookSource<DeviceBook> empty =
            () ->
                EmptyBooks.ofDevices(
                    part.run().id(),
                    profile.run().name(),
                    shards == 1 ? null : shard,
                    shard.share(profile.sessions()),
                    profile.generator().maxLag().nanos() / 1e6);
        missing.add(new Book<>(file.toString(), empty, empty));
      }
    }
    // The others are compared with the first one.
    there.addAll(missing);
    return there;
  }

  private List<Book<BackendBook>> ofBackends() {
    int backends = part.which().of();
    if (backends == 1) {
      return List.of(Book.ofBackend(directory.resolve(BackendBook.FILE)));
    }
    List<Book<BackendBook>> books = new ArrayList<>();
    for (int number = 1; number <= backends; number++) {
      Shard backend = new Shard(number, backends);
      Path file = backend.backendDirectory(directory).resolve(BackendBook.FILE);
      books.add(
          Files.exists(file)
              ? Book.ofBackend(file)
              : new Book<>(
                  file.toString(),
                  EmptyBooks.ofBackend(part.run().id(), scenario.profile().run().name(), backend)));
    }
    return books;
  }
}
