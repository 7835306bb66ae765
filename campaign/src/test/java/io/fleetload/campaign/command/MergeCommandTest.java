// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.Printed;
import io.fleetload.campaign.ShardBooks;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.Golden;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest {
  private static final Golden WORDS = Golden.of("merge");
  @TempDir Path directory;
  private String one;
  private String two;
  private String backend;
  private String out;

  @BeforeEach
  void writeShards() throws IOException {
    one = ShardBooks.shard(directory, "1/2", 10).toString();
    two = ShardBooks.shard(directory, "2/2", 30).toString();
    backend = ShardBooks.backend(directory).toString();
    out = directory.resolve("merged").toString();
  }

  private void refused(Printed printed, String... values) {
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(cut(printed.err()), values);
  }

  private String cut(String path) {
    return path.replace(directory.toString(), "DIR");
  }

  @Test
  void theShardsOfARunAreJudgedAsOne() throws IOException {
    Printed printed = Printed.by("merge", one, two, backend, "--out", out);
    assertThat(printed.code()).as(printed.err()).isZero();
    assertThat(printed.out())
        .containsSubsequence(
            "--profile", " 2 ", "100 ms", "shared: PASSED", "delivered 100, lost 0", out);
    WORDS.holds("two shards", printed.out().lines().limit(2).collect(Collectors.joining("\n")));
    Result result = ResultFiles.read(Path.of(out, Result.FILE), Result.class);
    assertThat(result.figures().flows().get("telemetry").load().asked()).isEqualTo(10.0);
    assertThat(result.figures().flows().get("telemetry").load().reached()).isEqualTo(10.0);
    assertThat(result.figures().flows().get("telemetry").times().response().times().p50())
        .isEqualTo(10.002, within());
    assertThat(result.figures().flows().get("telemetry").times().response().times().p99())
        .isEqualTo(30.0, within());
    assertThat(result.figures().devices().asked()).isEqualTo(10);
    for (String file :
        List.of(
            DeviceBook.FILE,
            BackendBook.FILE,
            "device-simulator.json",
            "report.html",
            "histograms")) {
      assertThat(Path.of(out, file)).exists();
    }
    assertThat(Path.of(out, "backend-simulator.json"))
        .content()
        .contains("\"receivedTelemetryCount\" : 100", "\"receivedEventsCount\" : 0");
  }

  @Test
  void theBooksOfSeveralBackendsAreAddedBesideOneDeviceSideThatIsWhole() throws IOException {
    String whole = ShardBooks.whole(directory, 10).toString();
    String first = ShardBooks.backend(directory, "1/2").toString();
    String second = ShardBooks.backend(directory, "2/2").toString();

    Printed printed = Printed.by("merge", whole, first, second, "--out", out);

    assertThat(printed.code()).as(printed.out() + printed.err()).isZero();
    assertThat(printed.out()).contains("delivered 100, lost 0");
    WORDS.holds("two backends of a whole run", cut(printed.out()));
    refused(
        Printed.by("merge", whole, first, "--out", out + "-half"),
        "missing: ",
        "backend-book.json",
        "backend 2/2");
    refused(Printed.by("merge", whole, "--out", out + "-half"), cut(whole) + "/device-book.json: ");
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.api.Assertions.within(0.1);
  }

  @Test
  void thresholdsOfTheShardsJudgeTheWhole() throws IOException {
    thresholds(one, "flows.telemetry.response.p99 < 20ms");
    thresholds(two, "flows.telemetry.response.p99 < 20ms");
    Printed printed = Printed.by("merge", one, two, backend, "--out", out);
    assertThat(printed.code()).isEqualTo(1);
    assertThat(printed.out()).contains("shared: THRESHOLDS-CROSSED");
    thresholds(two, "ledger.lost == 0");
    refused(
        Printed.by("merge", one, two, backend, "--out", out),
        cut(two) + "/result.json: ",
        cut(one) + "/result.json",
        "--profile");
  }

  private static void thresholds(String shard, String threshold) throws IOException {
    Files.writeString(
        Path.of(shard, Result.FILE),
        "{\"version\": 1, \"thresholds\": [{\"threshold\": \"%1$s\", \"figure\": \"%1$s\"}]}"
            .formatted(threshold));
  }

  @Test
  void aThresholdMayCompareTheWholeWithAnotherRun() throws IOException {
    String threshold = "flows.telemetry.response.p99 <= baseline * 1.10";
    thresholds(one, threshold);
    thresholds(two, threshold);
    refused(Printed.by("merge", one, two, backend, "--out", out), "--baseline DIR");
    refused(
        Printed.by("merge", one, two, backend, "--out", out, "--baseline", backend),
        "baseline " + cut(backend) + ": ",
        "result.json");
    Path before = directory.resolve("before.json");
    Files.writeString(
        before,
        "{\"version\": 1, \"runId\": \"beef\", \"run\": \"before\", \"complete\": true,"
            + " \"verdict\": {\"status\": \"passed\"}, \"flows\": {\"telemetry\": {\"response\":"
            + " {\"p99\": 25.0}}}}");
    Printed printed =
        Printed.by("merge", one, two, backend, "--out", out, "--baseline", before.toString());
    assertThat(printed.code()).as(printed.out() + printed.err()).isEqualTo(1);
    assertThat(printed.out()).contains("27.5 ms", "baseline beef", "25 ms");
    Result result = ResultFiles.read(Path.of(out, Result.FILE), Result.class);
    assertThat(result.thresholds().get(0).baseline().runId()).isEqualTo("beef");
    assertThat(result.thresholds().get(0).baseline().found()).isEqualTo(25.0);
  }

  @Test
  void theThresholdsOfAProfileJudgeTheWhole() {
    Printed printed =
        Printed.by(
            "merge",
            one,
            two,
            backend,
            "--out=" + out,
            "--profile=" + Home.path("profiles", "quickstart.yaml"));
    assertThat(printed.out()).doesNotContain("--profile");
    assertThat(printed.code()).as(printed.out() + printed.err()).isZero();
  }

  @Test
  void withoutABackendTheRunIsIncomplete() {
    Printed printed = Printed.by("merge", one, two, "--out", out);
    assertThat(printed.code()).isEqualTo(130);
    assertThat(printed.out()).contains("the backend left no book");
  }

  @Test
  void whatDoesNotBelongTogetherIsOneLine() throws IOException {
    refused(Printed.by("merge", one, backend, "--out", out), "missing: ", "shard 2/2");
    refused(
        Printed.by("merge", one, one, "--out", out),
        cut(one) + "/device-book.json: ",
        "shard 1/2",
        cut(one) + "/device-book.json");
    refused(Printed.by("merge", one, two, "--out", two), "--out: ");
    refused(Printed.by("merge", one, two), "'--out=DIR'", "loadtest merge --help");
    Path book = Path.of(two, DeviceBook.FILE);
    String whole = Files.readString(book);
    Files.writeString(book, whole.substring(0, whole.length() / 2));
    refused(
        Printed.by("merge", one, two, "--out", out), cut(book.toString()) + ": no DeviceBook: ");
    Files.writeString(book, whole.replace("\"version\" : 2", "\"version\" : 7"));
    refused(
        Printed.by("merge", one, two, "--out", out),
        cut(book.toString()) + ": ",
        "version 7",
        "2",
        "loadtest");
    assertThat(Path.of(out)).doesNotExist();
  }

  @Test
  void aBookKeepsItsShardOnDisk() throws IOException {
    DeviceBook book = ResultFiles.read(Path.of(two, DeviceBook.FILE), DeviceBook.class);
    assertThat(book.shard()).hasToString("2/2");
    assertThat(book.generatorBook().lag()).extracting(LatencyHistogram::count).isEqualTo(50L);
  }
}
