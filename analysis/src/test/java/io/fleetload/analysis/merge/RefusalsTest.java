// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.Result;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reason for which books are refused, and those for which they are not. */
class RefusalsTest {
  private static final Golden WORDS = Golden.of("merge");
  private final RandomRun run = new RandomRun(1, 1_000);
  private final DeviceBook one = device(new Shard(1, 2));
  private final DeviceBook two = device(new Shard(2, 2));
  private final BackendBook backend = run.backend(null, 30, n -> true);

  private DeviceBook device(Shard shard) {
    return run.device(shard, 30, 0, n -> n % 2 == shard.number() - 1);
  }

  private static void refused(
      List<DeviceBook> devices, List<BackendBook> backends, String... values) {
    assertThatThrownBy(() -> merge(devices, backends))
        .isInstanceOf(MergeRefusal.class)
        .message()
        .startsWith(values[0].endsWith(": ") ? values[0] : "")
        .satisfies(message -> WORDS.says(message, values));
  }

  private static MergedBooks merge(List<DeviceBook> devices, List<BackendBook> backends)
      throws MergeRefusal, IOException {
    return MergedBooks.of(
        new BookSources(
            devices.stream()
                .map(book -> new BookSources.Book<>("D" + (devices.indexOf(book) + 1), book))
                .toList(),
            backends.stream()
                .map(book -> new BookSources.Book<>("B" + (backends.indexOf(book) + 1), book))
                .toList()));
  }

  private static ChangedBook changed(DeviceBook book) {
    return new ChangedBook(book);
  }

  private static DeviceBook.PhaseTimes measure(long from, long to) {
    return new DeviceBook.PhaseTimes("measure", from, to);
  }

  @Test
  void booksOfDifferentRunsDoNotBelongTogether() {
    refused(
        List.of(one, changed(two).runId("decaf")),
        List.of(backend),
        "D2: ",
        "decaf",
        "D1 ",
        "c0ffee");
  }

  @Test
  void shardsShareTheirTenants() {
    refused(
        List.of(
            one,
            changed(two)
                .tenants(
                    List.of(
                        new TenantBook("a", 2, 20, 20, 20), new TenantBook("b", 1, 10, 10, 10)))),
        List.of(backend),
        "D2: ",
        "tenants a 2, b 1",
        "D1 ",
        "a 3, b 1");
    refused(
        List.of(one, changed(two).tenants(null)),
        List.of(backend),
        "D2: ",
        "tenants none",
        "D1 ",
        "a 3, b 1");
  }

  @Test
  void shardsShareTheirGroups() {
    refused(
        List.of(
            one,
            changed(two)
                .groups(
                    List.of(
                        new GroupBook("many", 0, 29, null, 0, 0),
                        new GroupBook("few", 58, 1, null, 0, 0)))),
        List.of(backend),
        "D2: ",
        "many from device 0, few from device 58",
        "D1 ",
        "few from device 57");
    refused(
        List.of(
            one,
            changed(two)
                .groups(
                    List.of(
                        new GroupBook("many", 0, 29, null, 0, 0),
                        new GroupBook("few", 57, 1, null, 0, 0, "b")))),
        List.of(backend),
        "D2: ",
        "few from device 57 of tenant b",
        "D1 ",
        "few from device 57");
    refused(
        List.of(one, changed(two).groups(null)),
        List.of(backend),
        "D2: ",
        "groups of devices none",
        "D1 ",
        "few from device 57");
  }

  /** Of the three devices, the first shard has one and the second two. */
  @Test
  void aShardIsAskedForItsPartOfAGroupsFlow() throws Exception {
    RoundRobin few = new RoundRobin(3, 0, "device-{index}").from(57);
    DeviceBook ofOne = changed(one).telemetryOf(few, 10, 1);
    assertThat(
            merge(List.of(ofOne, changed(two).telemetryOf(few, 20, 2)), List.of(backend))
                .device()
                .flows()
                .get("telemetry")
                .terms()
                .asked())
        .isEqualTo(30);
    refused(
        List.of(ofOne, changed(two).telemetryOf(few, 10, 2)),
        List.of(backend),
        "D2: ",
        "10.000/s of 2 devices for telemetry",
        "D1 ",
        "10.000/s of 1");
  }

  /** Of a group of one device, only one of the shards has it. */
  @Test
  void aShardWithoutADeviceOfAGroupIsAskedForNothingOfItsFlow() throws Exception {
    RoundRobin last = new RoundRobin(1, 0, "device-{index}").from(59);
    GroupBook many = new GroupBook("many", 0, 30, null, 0, 0);
    DeviceBook without =
        new ChangedBook(changed(one).telemetryOf(last, 0, 0))
            .groups(List.of(many, new GroupBook("few", 59, 0, null, 0, 0)));
    DeviceBook with =
        new ChangedBook(changed(two).telemetryOf(last, 30, 1))
            .groups(
                List.of(
                    new GroupBook("many", 0, 29, null, 0, 0),
                    new GroupBook("few", 59, 1, null, 0, 0)));
    DeviceBook merged = merge(List.of(without, with), List.of(backend)).device();
    assertThat(merged.flows().get("telemetry").terms().asked()).isEqualTo(30);
    assertThat(merged.groups().get(1).devices()).isEqualTo(1);
  }

  @Test
  void aWholeRunIsNoShard() {
    refused(List.of(run.device(null, 30, 0, n -> true)), List.of(), "D1: ", "whole run", "shard");
    refused(
        List.of(run.device(null, 30, 0, n -> true), one),
        List.of(backend),
        "D1: ",
        "whole run",
        "shard");
  }

  @Test
  void theSameShardTwiceIsRefused() {
    refused(
        List.of(one, run.device(new Shard(1, 2), 30, 0, n -> n % 2 == 1)),
        List.of(backend),
        "D2: ",
        "shard 1/2",
        "D1");
  }

  @Test
  void missingShardsAreNamed() {
    refused(
        List.of(device(new Shard(2, 4)), device(new Shard(4, 4))),
        List.of(backend),
        "missing: ",
        "shard 1/4, 3/4");
    refused(
        List.of(one, device(new Shard(2, 3))), List.of(backend), "D2: ", "shards 3", "D1 ", "2");
    refused(List.of(), List.of(backend), "device-book.json", "shards");
  }

  @Test
  void aShardAsksForItsDevicesShareHoweverManyGatewaysCarryThem() throws MergeRefusal, IOException {
    DeviceBook of26 = changed(one).carried(26, 3, 26);
    DeviceBook of24 = changed(two).carried(24, 3, 24);
    MergedBooks merged = merge(List.of(of26, of24), List.of(backend));
    assertThat(merged.device().devices().asked()).isEqualTo(6);
    assertThat(merged.device().devices().carried()).isEqualTo(50);
    assertThat(merged.device().flows().get("telemetry").terms().asked()).isEqualTo(50.0);
    refused(
        List.of(of26, changed(two).carried(24, 3, 26)),
        List.of(backend),
        "D2: ",
        "26.000/s of 24 devices",
        "telemetry",
        "D1 ",
        "26.000/s of 26");
  }

  @Test
  void shardsOfDifferentProfilesAreRefused() {
    refused(
        List.of(one, changed(two).seconds(30)),
        List.of(backend),
        "D2: ",
        "measured seconds 30.0",
        "D1 ",
        "20.0");
    refused(
        List.of(one, changed(two).generator(50, new LatencyHistogram())),
        List.of(backend),
        "D2: ",
        "lag (ms) 50.0",
        "D1 ",
        "100.0");
    refused(
        List.of(changed(one).telemetry(350.0, 200), changed(two).telemetry(300.0, 200)),
        List.of(backend),
        "D2: ",
        "300.000/s of 30 devices",
        "telemetry",
        "D1 ",
        "350.000/s of 30");
    refused(
        List.of(changed(one).telemetry(350.0, 200), changed(two).telemetry(350.0, 100)),
        List.of(backend),
        "D2: ",
        "telemetry 100",
        "D1 ",
        "200");
    refused(
        List.of(one, changed(two).telemetry(350.0, 200)),
        List.of(backend),
        "D2: ",
        "[telemetry]",
        "D1 ",
        "[telemetry, commandQuery, commandResponse]");
  }

  @Test
  void shardsOfAnotherClosedModelAreRefused() {
    refused(
        List.of(
            changed(one).closed(new ClosedModel(5, 100, null, 0, null)),
            changed(two).closed(new ClosedModel(5, 90, null, 0, null))),
        List.of(backend),
        "D2: ",
        "telemetry 90 of 0.0 s",
        "D1 ",
        "100 of 0.0 s");
  }

  @Test
  void theUsersOfShardsAddUp() throws MergeRefusal, IOException {
    MergedBooks merged =
        merge(
            List.of(
                changed(one).closed(new ClosedModel(5, 100, null, 2, null)),
                changed(two).closed(new ClosedModel(4, 100, null, 2, null))),
            List.of(backend));
    assertThat(merged.device().flows().get("telemetry").terms().closed())
        .isEqualTo(new ClosedModel(9, 100, null, 2, null));
    assertThat(merged.device().flows().get("commandQuery").terms().closed()).isNull();
  }

  @Test
  void thePartsOfATotalAddUpAndTheLastOneSaysWhenAllWasDone() throws MergeRefusal, IOException {
    MergedBooks merged =
        merge(
            List.of(
                changed(one).closed(new ClosedModel(5, null, 101L, 0, 2.5)),
                changed(two).closed(new ClosedModel(4, null, 80L, 0, 3.5))),
            List.of(backend));
    assertThat(merged.device().flows().get("telemetry").terms().closed())
        .isEqualTo(new ClosedModel(9, null, 181L, 0, 3.5));
    refused(
        List.of(
            changed(one).closed(new ClosedModel(5, null, 101L, 0, null)),
            changed(two).closed(new ClosedModel(5, 90, null, 0, null))),
        List.of(backend),
        "D2: ",
        "telemetry 90 of 0.0 s",
        "D1 ",
        "total of 0.0 s");
  }

  @Test
  void shardsOfDifferentPhasesAreRefused() {
    refused(
        List.of(changed(one).phases(measure(5_000, 25_000)), two),
        List.of(backend),
        "D2: ",
        "[connect, measure]",
        "D1 ",
        "[measure]");
    refused(
        List.of(
            changed(one).phases(measure(5_000, 25_000)),
            changed(two).phases(measure(5_000, 27_500))),
        List.of(backend),
        "D2: ",
        "measure",
        "22.5 s",
        "D1 ",
        "20.0 s");
  }

  @Test
  void shardsThatDidNotBeginTogetherAreRefusedWithTheSkew() throws MergeRefusal, IOException {
    DeviceBook early = changed(one).phases(measure(5_000, 25_000));
    refused(
        List.of(early, changed(two).phases(measure(7_400, 27_400))),
        List.of(backend),
        "D2: ",
        "2.4 s",
        "D1",
        "1.0 s");
    assertThat(
            merge(List.of(early, changed(two).phases(measure(5_900, 25_900))), List.of(backend))
                .skewMillis())
        .isEqualTo(900);
  }

  @Test
  void messagesThatTwoShardsSentAreRefused() {
    refused(
        List.of(
            run.device(new Shard(1, 2), 30, 0, n -> true),
            run.device(new Shard(2, 2), 30, 0, n -> n == 3 || n == 5 || n == 7)),
        List.of(backend),
        "D2: ",
        "3 ",
        "telemetry");
  }

  @Test
  void aShardWithoutItsHistogramOfLagsCannotBeAdded() {
    refused(
        List.of(one, changed(two).generator(100, null)), List.of(backend), "D2: ", "generatorLag");
  }

  @Test
  void aBackendThatCoversAnotherRunIsRefused() {
    refused(
        List.of(one, two),
        List.of(
            new BackendBook(
                BackendBook.VERSION,
                "decaf",
                "random",
                null,
                new BackendReading(true, true, null, 1),
                Map.of(),
                DeviceClocks.UNKNOWN,
                new BackendBook.Strangers(0, 0),
                null)),
        "B1: ",
        "random (decaf)",
        "D1 ",
        "random (c0ffee)");
  }

  @Test
  void backendsThatDoNotGoTogetherAreRefused() {
    BackendBook first = run.backend(new Shard(1, 2), 30, n -> n % 2 == 0);
    refused(List.of(one, two), List.of(first), "missing: ", "backend-book.json", "shard 2/2");
    refused(List.of(one, two), List.of(backend, first), "B2: ", "shard 1/2", "B1 ", "whole run");
    refused(
        List.of(one, two),
        List.of(first, run.backend(new Shard(1, 2), 31, n -> false)),
        "B2: ",
        "shard 1/2",
        "B1 is");
    refused(
        List.of(one, two),
        List.of(run.backend(new Shard(1, 3), 30, n -> true)),
        "B1: ",
        "shard 1/3",
        "D1 ",
        "shard 1/2");
    refused(List.of(one, two), List.of(backend, run.backend(null, 30, n -> true)), "B2: ", "B1");
  }

  @Test
  void aBackendOfEveryShardIsAsGoodAsOne() throws MergeRefusal, IOException {
    MergedBooks merged =
        merge(
            List.of(one, two),
            List.of(
                run.backend(new Shard(1, 2), 30, n -> n % 2 == 0),
                run.backend(new Shard(2, 2), 30, n -> n % 2 == 1)));
    assertThat(merged.backend().shard()).isNull();
    assertThat(merged.backend().flows().get("telemetry").measured())
        .isEqualTo(backend.flows().get("telemetry").measured());
  }

  @Test
  void aShardThatWasKilledMakesTheRunInterrupted() throws MergeRefusal, IOException {
    DeviceBook killed = changed(two).killed(List.of(), Map.of());
    MergedBooks merged = merge(List.of(killed, one), List.of(backend));
    assertThat(merged.device().complete()).isFalse();
    Result result = Result.join(merged.device(), merged.backend(), List.of());
    assertThat(result.verdict().status()).isEqualTo("interrupted");
    FlowCounts counts = one.flows().get("telemetry").totals().measured();
    assertThat(result.figures().flows().get("telemetry").counts().scheduled())
        .isEqualTo(counts.scheduled());
  }

  @Test
  void withoutABackendBookTheDevicesHalfIsMerged() throws MergeRefusal, IOException {
    assertThat(merge(List.of(one, two), List.of()).backend()).isNull();
  }

  @Test
  void aLimitedShardLimitsTheRun() throws MergeRefusal, IOException {
    DeviceBook limited =
        changed(two).generator(100, two.generatorBook().lag(), "lag p99 was 120 ms");
    assertThat(
            merge(List.of(one, limited), List.of(backend))
                .device()
                .generatorBook()
                .health()
                .reasons())
        .containsExactly("shard 2/2: lag p99 was 120 ms");
  }

  @Test
  void aDirectoryWithoutABookIsNamed(@TempDir Path directory) {
    assertThatThrownBy(() -> BookSources.in(List.of(directory)))
        .isInstanceOf(IOException.class)
        .message()
        .startsWith(directory + ": ")
        .satisfies(
            message ->
                WORDS.says(
                    message.replace(directory.toString(), "DIR"),
                    "DIR",
                    "device-book.json",
                    "backend-book.json"));
  }
}
