// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Books;
import io.fleetload.results.HistogramLogs;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangesTest {
  private static final Exchanges SOME =
      new Exchanges(parts(Books.millis(1, 2), Books.millis(30, 40)), new Exchanges.Bytes(10, 20));

  @TempDir Path directory;

  private static Map<String, LatencyHistogram> parts(
      LatencyHistogram sending, LatencyHistogram waiting) {
    Map<String, LatencyHistogram> parts = new LinkedHashMap<>();
    parts.put("waiting", waiting);
    parts.put("sending", sending);
    return parts;
  }

  private static DeviceBook.DeviceFlow telling(Exchanges exchanges) {
    DeviceBook.DeviceFlow flow = Books.sender();
    FlowTotals totals = flow.totals();
    return new DeviceBook.DeviceFlow(
        flow.terms(),
        flow.numbering(),
        new FlowTotals(
            totals.warmUp(),
            totals.measured(),
            totals.response(),
            totals.service(),
            null,
            0,
            0,
            exchanges),
        flow.sent(),
        flow.ok(),
        flow.withoutCommand(),
        flow.perSecond(),
        flow.intervals(),
        null);
  }

  private JsonNode result(Exchanges exchanges) {
    DeviceBook book = Books.device(Map.of("read", telling(exchanges)));
    return ResultFiles.tree(Result.join(book, null, List.of(), null, null)).at("/flows/read");
  }

  @Test
  void aResultTellsThePartsInTheirOrderAndTheBytes() {
    JsonNode read = result(SOME);
    assertThat(read.path("parts").properties())
        .extracting(Map.Entry::getKey)
        .containsExactly("waiting", "sending");
    assertThat(read.at("/parts/waiting/p99").asDouble()).isEqualTo(40);
    assertThat(read.at("/parts/waiting/count").asLong()).isEqualTo(2);
    assertThat(read.at("/bytes/sent").asLong()).isEqualTo(10);
    assertThat(read.at("/bytes/received").asLong()).isEqualTo(20);
  }

  @Test
  void whatADriverDoesNotTellIsAbsentAndNotZero() {
    assertThat(result(null).has("parts")).isFalse();
    assertThat(result(null).has("bytes")).isFalse();
    assertThat(result(new Exchanges(Map.of(), new Exchanges.Bytes(0, 1))).has("parts")).isFalse();
    assertThat(result(new Exchanges(SOME.parts(), null)).has("bytes")).isFalse();
  }

  @Test
  void thoseOfShardsAddUpAndOneMayHaveNone() {
    Exchanges other =
        new Exchanges(parts(Books.millis(3), Books.millis(50)), new Exchanges.Bytes(1, 2));
    Exchanges sum = SOME.plus(other);
    assertThat(sum.bytes()).isEqualTo(new Exchanges.Bytes(11, 22));
    assertThat(sum.parts()).containsOnlyKeys("waiting", "sending");
    assertThat(sum.parts().get("waiting").count()).isEqualTo(3);
    assertThat(sum.parts().get("waiting").max()).isEqualTo(50_000_000);
    assertThat(SOME.parts().get("waiting").count()).isEqualTo(2);
    assertThat(SOME.plus(null)).isSameAs(SOME);
    assertThat(SOME.plus(new Exchanges(Map.of(), null)).bytes()).isEqualTo(SOME.bytes());
    assertThat(new Exchanges(Map.of(), null).plus(SOME).bytes()).isEqualTo(SOME.bytes());
  }

  @Test
  void aThresholdMayBeOnAPartThatTheProfileNames() {
    FigureNames told =
        new FigureNames(
            List.of("read"), List.of(), null, Map.of(), false, List.of(), List.of("waiting"));
    FigureNames untold =
        new FigureNames(List.of("read"), List.of(), null, Map.of(), false, List.of(), List.of());
    for (String each :
        List.of("flows.read.parts.waiting.p99 < 1s", "flows.read.bytes.received < 1000")) {
      assertThat(told.has(Threshold.parse(each))).as(each).isTrue();
      assertThat(untold.has(Threshold.parse(each))).as(each).isFalse();
    }
    assertThat(told.has(Threshold.parse("flows.read.parts.wating.p99 < 1s"))).isFalse();
    assertThat(FigureCatalogue.kindOf("flows.read.parts.waiting.p999"))
        .contains(FigureCatalogue.kind("flows.*.parts.*.p999"));
    assertThat(FigureCatalogue.unitOf("flows.read.bytes.sent")).isEqualTo(" B");
  }

  @Test
  void eachPartHasItsHistogram() throws Exception {
    DeviceBook book = Books.device(Map.of("read", telling(SOME)));
    new HistogramLogs(directory, 1_000, 2_000).write(book, null);
    assertThat(directory.resolve("read.parts.waiting.hlog")).content().contains("#");
    assertThat(book.parts()).containsExactly("waiting", "sending");
  }
}
