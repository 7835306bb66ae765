// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.backend.ledger.ArrivalFigures;
import io.fleetload.metrics.Meters;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BackendMetricsTest {
  @Test
  void howManyReceiversAMessageHasIsShownWhereItHasSeveral() {
    ArrivalFigures figures =
        new ArrivalFigures(Map.of("write", flow(3), "read", flow(1)), 0, Map.of(), 0, 0, 0);
    try (Meters meters = new Meters()) {
      new BackendMetrics(meters).show(figures, new LatencyHistogram().summary());

      assertThat(meters.page())
          .contains("fleetload_backend_receivers{flow=\"write\"} 3.0")
          .contains("fleetload_backend_received_total{flow=\"write\",period=\"measured\"} 7.0")
          .doesNotContain("fleetload_backend_receivers{flow=\"read\"}");
    }
  }

  private static ArrivalFigures.FlowReception flow(int receivers) {
    return new ArrivalFigures.FlowReception(
        receivers, 2, ReceiptCounts.NONE, new ReceiptCounts(7, 0, 0), new LatencyHistogram());
  }
}
