// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Generator;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunFiguresTest {
  private final LatencyHistogram lag = new LatencyHistogram();

  private static FlowFigures flow(long inWarmUp, long measured) {
    return new FlowFigures(20.0, ok(inWarmUp), ok(measured), new LatencyHistogram());
  }

  private static FlowCounts ok(long count) {
    return new FlowCounts(count + 5, count + 5, count + 5, count, Map.of(), Map.of(), 5, 0);
  }

  private ToolEvent.DeviceProgress told() {
    return new RunFigures(
            new DeviceBook.FleetCounts(
                50, 49, 52, Map.of(), 1, new LatencyHistogram(), null, null, null),
            Map.of("telemetry", flow(10, 200), "event", flow(0, 3_000)),
            lag.summary())
        .devicesSoFar(new Generator(Span.parse("100ms")));
  }

  @Test
  void theFleetTellsWhatWasConfirmedInAllFlowsAndInTheWarmUpToo() {
    assertThat(told()).isEqualTo(new ToolEvent.DeviceProgress(50, 49, 3_210, null, 100));
  }

  @Test
  void theLagIsToldOnceThereIsOne() {
    lag.record(2_000_000);
    assertThat(told().lagP99Ms()).isBetween(1.9, 2.1);
  }
}
