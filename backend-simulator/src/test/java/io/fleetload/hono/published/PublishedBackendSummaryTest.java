// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedBackendSummaryTest {
  private static final RunId RUN = RunId.parse("ab12");
  private static final String QUERY = "commandQuery";
  private static final long SENT = 1_000_000_000L;

  private final ArrivalLedger ledger =
      new ArrivalLedger(
          List.of("telemetry", "event", QUERY, "commandResponse"),
          Map.of("commandResponse", QUERY),
          10,
          RUN,
          ClockWatch.ofThisHost());

  @Test
  void itCountsTheMeasuredPhaseOnly() {
    arrive(Period.WARM_UP, 0);
    arrive(Period.MEASURED, 1);
    arrive(Period.MEASURED, 1);
    ledger.written(QUERY, 0);
    ledger.written(QUERY, 1);
    ledger.refused(QUERY, RUN, 0);

    assertThat(PublishedBackendSummary.of(ledger.book("test", true, true, 90, null)))
        .containsEntry("receivedCommandQueries", 1L)
        .containsEntry("sentCommands", 1L)
        .containsEntry("refusedCommands", 0L)
        .containsEntry("duplicates", 1L)
        .containsEntry(
            "endToEndCommandQuery",
            new PublishedSummary.RoundTrip(1, "5 ms", "5 ms", "5 ms", "5 ms", "5 ms"))
        .containsEntry("runtimeInMinutes", 1.5);
  }

  private void arrive(Period period, int n) {
    ledger.arrived(new Stamp(RUN, QUERY, period, 1, n, SENT, SENT), SENT + 5_000_000L);
  }
}
