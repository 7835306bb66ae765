// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedTablesTest {
  private static DeviceBook.DeviceFlow flow(int messages) {
    List<Long> none = List.of();
    LatencyHistogram times = new LatencyHistogram();
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(messages / 10.0),
        new FlowNumbers(0, messages, new RoundRobin(2, 0, "{index}")),
        new FlowTotals(
            FlowCounts.NONE,
            new FlowCounts(messages, messages, messages, messages, Map.of(), Map.of(), 0, 0),
            times,
            times,
            null,
            0),
        new MessageSet(),
        new MessageSet(),
        new MessageSet(),
        new PerSecond(none, none, none, none, none, Map.of(), null),
        null,
        null);
  }

  private static Result result(String profile) throws IOException {
    GeneratorHealth well =
        new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 1, List.of());
    DeviceBook book =
        new DeviceBook(
            DeviceBook.VERSION,
            "1f",
            "fleet",
            true,
            null,
            RunTimeline.of(10, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 11_000))),
            new DeviceBook.FleetCounts(
                2, 2, 2, Map.of(), 0, new LatencyHistogram(), null, null, null),
            Map.of("heartbeat", flow(50), "location", flow(100), "track", flow(20)),
            null,
            GeneratorBook.of(well));
    return Result.join(book, null, List.of())
        .with(new Result.About(new ObjectMapper().readTree(profile), Map.of(), Map.of()));
  }

  @Test
  void allFlowsOfLocationsAreAddedUp() throws IOException {
    assertThat(PublishedTables.of(result("{\"flows\":{\"track\":{\"kind\":\"location\"}}}")))
        .contains("| 120 | 120 | 120 | – | – | – | 12.0/s | 12.0/s |");
    assertThat(PublishedTables.of(result("{\"flows\":{\"track\":{\"kind\":\"alert\"}}}")))
        .contains("| 100 | 100 | 100 | – | – | – | 10.0/s | 10.0/s |");
  }

  @Test
  void oneLocationLostOfMillionsIsNotAll() {
    assertThat(PublishedTables.rate(1_000_000, 1_000_000)).isEqualTo("100 %");
    assertThat(PublishedTables.rate(985_430, 1_000_000)).isEqualTo("98.543 %");
    assertThat(PublishedTables.rate(99_999_999, 100_000_000)).isEqualTo("99.999999 %");
    assertThat(PublishedTables.rate(2_147_483_646, 2_147_483_647)).isEqualTo("99.999999 %");
    assertThat(PublishedTables.rate(0, 0)).isEqualTo("–");
  }
}
