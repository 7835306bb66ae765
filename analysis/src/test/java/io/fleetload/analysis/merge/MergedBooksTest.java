// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedBooksTest {
  private static final int MESSAGES = 3_000;
  private static final List<Threshold> BOUNDS =
      List.of(
          Threshold.parse("flows.*.response.p999 < 50ms"),
          Threshold.parse("flows.*.failed == 0"),
          Threshold.parse("flows.*.response.p99 < 50ms every 3s"),
          Threshold.parse("flows.*.failedBy.any / flows.*.sent < 6% every 1s"),
          Threshold.parse("ledger.lost == 0"));

  @TempDir Path directory;

  private static boolean all(int n) {
    return n >= 0;
  }

  private static <T> List<BookSources.Book<T>> named(List<T> books) {
    List<BookSources.Book<T>> named = new ArrayList<>();
    books.forEach(book -> named.add(new BookSources.Book<>("book " + (named.size() + 1), book)));
    return named;
  }

  private JsonNode tree(Object value) throws IOException {
    Path file = directory.resolve("any.json");
    ResultFiles.write(file, value);
    return new ObjectMapper().readTree(Files.readString(file));
  }

  /** The figures of a result, without what adds up per process and not per message. */
  private JsonNode figures(Result result) throws IOException {
    ObjectNode tree = (ObjectNode) tree(result);
    ((ObjectNode) tree.get("devices")).remove(List.of("attempts", "failedBy", "disconnects"));
    ((ObjectNode) tree.get("devices")).remove("connectTime");
    tree.get("flows")
        .forEach(
            flow -> {
              ((ObjectNode) flow).remove("retransmitted");
              ((ObjectNode) flow.get("warmUp")).remove("retransmitted");
            });
    tree.get("groups")
        .forEach(group -> ((ObjectNode) group.get("messages")).remove("retransmitted"));
    if (tree.get("commands") instanceof ObjectNode commands) {
      commands.remove("writeFailed");
    }
    // A run that is not split has none.
    tree.remove("shards");
    return tree;
  }

  private static List<DeviceBook> split(RandomRun run, int shards, int[] owner) {
    List<DeviceBook> parts = new ArrayList<>();
    for (int i = 0; i < shards; i++) {
      int mine = i;
      parts.add(
          run.device(
              new Shard(i + 1, shards), RandomRun.DEVICES / shards, 0, n -> owner[n] == mine));
    }
    return parts;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 5", "4, 6", "5, 12", "6, 60"})
  void aRunThatIsSplitAtRandomMergesToWhatTheWholeSays(long seed, int shards) throws Exception {
    RandomRun run = new RandomRun(seed, MESSAGES);
    Random random = new Random(seed);
    int[] owner = random.ints(MESSAGES, 0, shards).toArray();
    int[] partition = random.ints(MESSAGES, 0, 3).toArray();
    List<BackendBook> backends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int mine = i;
      backends.add(run.backend(null, 30 + i, n -> partition[n] == mine));
    }
    DeviceBook whole = run.device(null, RandomRun.DEVICES, 0, MergedBooksTest::all);
    BackendBook received = run.backend(null, 32, MergedBooksTest::all);

    MergedBooks oneBackend =
        MergedBooks.of(new BookSources(named(split(run, shards, owner)), named(List.of(received))));
    MergedBooks manyBackends =
        MergedBooks.of(new BookSources(named(split(run, shards, owner)), named(backends)));

    JsonNode expected = figures(Result.join(whole, received, BOUNDS));
    assertThat(expected.at("/flows/telemetry/ledger/lost").asInt()).isPositive();
    assertThat(expected.at("/ledger/unaccounted").asInt()).isNotNegative();
    assertThat(expected.at("/flows/telemetry/ledger/store/receivedNotStored").asInt()).isPositive();
    assertThat(expected.at("/flows/telemetry/ledger/store/storedTwice").asInt()).isPositive();
    assertThat(expected.at("/flows/telemetry/ledger/unaccounted").asInt()).isZero();
    assertThat(expected.at("/flows/commandQuery/failedBy").get("target.commandRefused").asInt())
        .isPositive();
    assertThat(expected.at("/flows/telemetry/warmUpLedger/lost").asInt()).isPositive();
    assertThat(expected.at("/flows/telemetry/perSecond/responseMs/p99").size())
        .isEqualTo(RandomRun.SECONDS);
    assertThat(expected.at("/tenants/b/flows/telemetry/lost").asInt()).isPositive();
    assertThat(expected.at("/groups/few/sessions").asInt()).isEqualTo(3);
    assertThat(expected.at("/groups/few/connected").asInt(-1)).isZero();
    assertThat(expected.at("/groups/few/failedBy").get("transport.handshake").asInt()).isEqualTo(6);
    assertThat(expected.at("/groups/few/messages/lost").asInt()).isPositive();
    assertThat(expected.path("thresholds").findValues("windows").toString())
        .contains("\"seconds\":3", "\"judged\":7", "\"judged\":20");
    for (MergedBooks merged : List.of(oneBackend, manyBackends)) {
      assertThat(figures(Result.join(merged.device(), merged.backend(), BOUNDS)))
          .isEqualTo(expected);
      assertThat(merged.skewMillis()).isZero();
    }
    assertThat(manyBackends.backend().reading().runSeconds()).isEqualTo(32);
    assertThat(tree(oneBackend.device().flows().get("telemetry").totals().response().summary()))
        .isEqualTo(tree(whole.flows().get("telemetry").totals().response().summary()));
  }

  @Test
  void whatAMissingShardSentIsNeitherLostNorInvented() throws Exception {
    RandomRun run = new RandomRun(7, MESSAGES);
    int[] owner = new Random(7).ints(MESSAGES, 0, 3).toArray();
    List<DeviceBook> shards = split(run, 3, owner);
    double lag = shards.get(0).generatorBook().health().lagLimitMs();
    DeviceBook empty =
        EmptyBooks.ofDevices("c0ffee", "random", new Shard(3, 3), RandomRun.DEVICES / 3, lag);
    BackendBook received = run.backend(null, 30, MergedBooksTest::all);
    BackendBook ofTheOthers = run.backend(null, 30, n -> owner[n] != 2);
    MergedBooks merged =
        MergedBooks.of(
            new BookSources(
                named(List.of(shards.get(0), shards.get(1), empty)), named(List.of(received))));
    Result result = Result.join(merged.device(), merged.backend(), BOUNDS);
    assertThat(result.identity().complete()).isFalse();
    assertThat(result.figures().devices().asked()).isEqualTo(RandomRun.DEVICES);
    JsonNode ledger = tree(result).path("ledger");
    assertThat(ledger.path("unaccounted").asInt()).isZero();
    assertThat(ledger.path("lost"))
        .isEqualTo(tree(Result.join(merged.device(), ofTheOthers, BOUNDS)).at("/ledger/lost"));
    assertThat(ledger.path("lost").asInt()).isPositive();
  }

  @Test
  void eachShardHasTheFiguresOfItsOwnMessages() throws Exception {
    int shards = 3;
    RandomRun run = new RandomRun(11, MESSAGES);
    Map<String, DeviceBook.DeviceFlow> flows =
        run.device(null, RandomRun.DEVICES, 0, MergedBooksTest::all).flows();
    RoundRobin turns = flows.get("telemetry").numbering().turns();
    int[] owner = IntStream.range(0, MESSAGES).map(n -> turns.device(n) % shards).toArray();
    List<DeviceBook> parts = split(run, shards, owner);
    BackendBook received = run.backend(null, 30, MergedBooksTest::all);
    MergedBooks merged = MergedBooks.of(new BookSources(named(parts), named(List.of(received))));
    Result result = Result.join(merged.device(), merged.backend(), BOUNDS);
    assertThat(result.figures().shards()).containsOnlyKeys("1", "2", "3");
    for (int i = 0; i < shards; i++) {
      DeviceBook part = parts.get(i);
      ShardFigures found = result.figures().shards().get(String.valueOf(i + 1));
      assertThat(found.devices()).isEqualTo(RandomRun.DEVICES / shards);
      assertThat(found.failed())
          .isEqualTo(
              part.flows().values().stream()
                  .mapToLong(each -> each.totals().measured().failedTotal())
                  .sum());
      assertThat(found.lost())
          .isEqualTo(
              part.flows().entrySet().stream()
                  .mapToLong(
                      each ->
                          Ledger.join(each.getValue(), received.flow(each.getKey()))
                              .messages()
                              .lost())
                  .sum())
          .isPositive();
      assertThat(found.verdict()).isEqualTo("passed");
    }
    assertThat(Result.join(merged.device(), null, BOUNDS).figures().shards().get("1").lost())
        .isNull();
  }

  @Test
  void whatEachProcessCountsForItselfAddsUp() throws Exception {
    RandomRun run = new RandomRun(7, MESSAGES);
    int[] owner = new Random(7).ints(MESSAGES, 0, 3).toArray();
    List<DeviceBook> shards = split(run, 3, owner);
    DeviceBook merged =
        MergedBooks.of(
                new BookSources(
                    named(shards), named(List.of(run.backend(null, 30, MergedBooksTest::all)))))
            .device();
    assertThat(merged.shard()).isNull();
    assertThat(merged.devices().attempts()).isEqualTo(63);
    assertThat(merged.devices().failed()).containsEntry("transport.timeout", 3L).hasSize(1);
    assertThat(merged.devices().disconnects()).isEqualTo(6);
    assertThat(merged.generatorBook().health().gcPauseMs()).isEqualTo(60);
    assertThat(merged.generatorBook().health().cpuSeconds()).isEqualTo(60.0);
    assertThat(merged.flows().get("telemetry").terms().asked()).isEqualTo(700.0);
  }

  @Test
  void aShardThatBeganASecondLaterStandsASecondLater() throws Exception {
    RandomRun run = new RandomRun(8, MESSAGES);
    // The messages of the first second are the first shard's.
    int inFirstSecond = MESSAGES / RandomRun.SECONDS;
    DeviceBook early = run.device(new Shard(1, 2), 30, 0, n -> n < inFirstSecond || n % 2 == 0);
    DeviceBook late = run.device(new Shard(2, 2), 30, 1, n -> n >= inFirstSecond && n % 2 == 1);
    MergedBooks merged = MergedBooks.of(new BookSources(named(List.of(late, early)), List.of()));
    assertThat(merged.skewMillis()).isEqualTo(1_000);
    assertThat(merged.device().flows().get("telemetry").perSecond())
        .isEqualTo(
            run.device(null, RandomRun.DEVICES, 0, MergedBooksTest::all)
                .flows()
                .get("telemetry")
                .perSecond());
    assertThat(merged.device().flows().get("telemetry").intervals())
        .isEqualTo(
            run.device(null, RandomRun.DEVICES, 0, MergedBooksTest::all)
                .flows()
                .get("telemetry")
                .intervals());
    assertThat(merged.device().timeline().phases())
        .containsExactly(
            new DeviceBook.PhaseTimes("connect", 1_000, 6_000),
            new DeviceBook.PhaseTimes("measure", 5_000, 26_000));
  }

  @Test
  void aMessageThatTwoBackendsReceivedIsADuplicate() throws Exception {
    RandomRun run = new RandomRun(9, MESSAGES);
    List<DeviceBook> shards = split(run, 2, new Random(9).ints(MESSAGES, 0, 2).toArray());
    BackendBook all = run.backend(null, 30, MergedBooksTest::all);
    BackendBook some = run.backend(null, 31, n -> n >= 190 && n < 250);
    MergedBooks alone = MergedBooks.of(new BookSources(named(shards), named(List.of(all))));
    MergedBooks both = MergedBooks.of(new BookSources(named(shards), named(List.of(all, some))));
    Result before = Result.join(alone.device(), alone.backend(), List.of());
    Result after = Result.join(both.device(), both.backend(), List.of());
    BackendBook.BackendFlow again = some.flows().get("telemetry");
    assertThat(after.figures().flows().get("telemetry").ledger().messages().duplicate())
        .isEqualTo(
            before.figures().flows().get("telemetry").ledger().messages().duplicate()
                + again.measured().records());
    assertThat(
            after.figures().tenants().values().stream()
                .mapToLong(each -> each.flows().get("telemetry").duplicate())
                .sum())
        .isEqualTo(after.figures().flows().get("telemetry").ledger().messages().duplicate());
    assertThat(both.backend().flows().get("telemetry").warmUp().duplicate())
        .isEqualTo(all.flows().get("telemetry").warmUp().duplicate() + again.warmUp().records());
    assertThat(after.figures().flows().get("telemetry").ledger().unaccounted()).isZero();
  }

  @Test
  void booksAreFoundInTheDirectoriesAndReadBack() throws Exception {
    RandomRun run = new RandomRun(10, MESSAGES);
    List<Path> directories = new ArrayList<>();
    for (DeviceBook each : split(run, 2, new Random(10).ints(MESSAGES, 0, 2).toArray())) {
      Path shard = Files.createDirectory(directory.resolve("shard" + each.shard().number()));
      ResultFiles.write(shard.resolve(DeviceBook.FILE), each);
      directories.add(shard);
    }
    Path apart = Files.createDirectory(directory.resolve("backend"));
    ResultFiles.write(apart.resolve(BackendBook.FILE), run.backend(null, 30, MergedBooksTest::all));
    directories.add(apart);
    MergedBooks merged = MergedBooks.of(BookSources.in(directories));
    Result whole =
        Result.join(
            run.device(null, RandomRun.DEVICES, 0, MergedBooksTest::all),
            run.backend(null, 30, MergedBooksTest::all),
            BOUNDS);
    assertThat(figures(Result.join(merged.device(), merged.backend(), BOUNDS)))
        .isEqualTo(figures(whole));
  }
}
