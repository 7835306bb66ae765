// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.merge.EmptyBooks;
import io.fleetload.cost.CostReadings;
import io.fleetload.quantity.Span;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.ManyShards;
import io.fleetload.scenario.Scenario;
import io.fleetload.shards.SharedRun;
import io.fleetload.shards.log.DirectoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a run of which the books came to the backend that leads it, or not all of them. */
class WholeRunTest {
  private static final Path PROFILE = Path.of("..", "packs", "echo", "profiles", "quickstart.yaml");
  private static final String MISSING = "missing: shard 3/3; run c0ffee has no verdict";

  @TempDir private Path directory;
  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void theBooksOfThreeShards() throws Exception {
    new ManyShards(3, 60, 300).write(directory);
    ResultFiles.write(
        directory.resolve(BackendBook.FILE),
        new BackendBook(
            BackendBook.VERSION,
            "c0ffee",
            "many-shards",
            null,
            new BackendReading(true, true, null, 70),
            Map.of(),
            DeviceClocks.UNKNOWN,
            new BackendBook.Strangers(0, 0),
            null));
  }

  private ExitCode judged(Shard which, Optional<String> missing) throws Exception {
    Scenario scenario =
        Scenario.read(PROFILE, List.of("run.name=many-shards", "generator.maxLag=100s"), Map.of());
    SharedRun run =
        new SharedRun(new DirectoryStore(directory), "c0ffee", 3, "digest", true, Span.parse("2m"));
    try (CostReadings cost =
        new CostReadings(
            scenario.profile().phases(), CostReadings.HostReading.ELSEWHERE, said::add)) {
      return new WholeRun(
              scenario,
              new BackendShare(run, scenario.profile(), which),
              null,
              directory,
              cost,
              Map.of(),
              said::add)
          .judged(missing);
    }
  }

  private Result result() throws Exception {
    return ResultFiles.read(directory.resolve(Result.FILE), Result.class);
  }

  @Test
  void theOtherBooksAreJudgedWhereOneIsMissingAndThereIsNoVerdict() throws Exception {
    Files.delete(directory.resolve("shard-3").resolve(DeviceBook.FILE));
    assertThat(judged(Shard.WHOLE, Optional.of(MISSING))).isEqualTo(ExitCode.TOOL_GONE);
    assertThat(result().verdict().reasons()).first().isEqualTo(MISSING);
    assertThat(result().identity().complete()).isFalse();
    assertThat(result().figures().flows())
        .isNotEmpty()
        .allSatisfy((name, flow) -> assertThat(flow.counts().sent()).isEqualTo(2 * 60 * 100));
    assertThat(result().figures().devices().asked()).isGreaterThan(2 * 5_000 / 3);
    assertThat(directory.resolve("report.html")).isNotEmptyFile();
    assertThat(said).anySatisfy(line -> assertThat(line).contains(MISSING));
    assertThat(directory.resolve(DeviceBook.FILE))
        .as("it would be in the way of a merge with the missing book")
        .doesNotExist();
  }

  @Test
  void withoutTheBookOfABackendItIsNotKnownWhatWasLost() throws Exception {
    Shard leads = new Shard(1, 2);
    Path own = leads.backendDirectory(directory);
    Files.createDirectories(own);
    BackendBook book = EmptyBooks.ofBackend("c0ffee", "many-shards", leads);
    ResultFiles.write(own.resolve(BackendBook.FILE), book);
    assertThat(judged(leads, Optional.of("missing: backend 2/2"))).isEqualTo(ExitCode.TOOL_GONE);
    assertThat(result().figures().ledger()).isNull();
    assertThat(result().figures().flows())
        .allSatisfy((name, flow) -> assertThat(flow.counts().sent()).isEqualTo(3 * 60 * 100));
  }

  @Test
  void ofAWholeRunTheSumIsKept() throws Exception {
    judged(Shard.WHOLE, Optional.empty());
    assertThat(result().identity().complete()).isTrue();
    assertThat(directory.resolve(DeviceBook.FILE)).isNotEmptyFile();
    assertThat(said).anySatisfy(line -> assertThat(line).contains("books of 3 shards"));
  }
}
