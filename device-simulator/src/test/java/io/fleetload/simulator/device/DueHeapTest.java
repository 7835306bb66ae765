// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hundreds of flows cost no more than one: what is due first is found without asking them all. */
class DueHeapTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theMessagesOfManyFlowsGoOutInTheOrderOfTheirTimes() {
    List<FlowPlan> flows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      flows.add(TestPlan.flow("flow" + i, 1 + i % 7));
    }
    FleetBench bench = new FleetBench();
    List<Long> sent = new ArrayList<>();
    bench.links.onSend =
        (message, exchange) -> {
          sent.add(message.stamp().due());
          exchange.succeeded(null);
        };
    FleetRun fleet = bench.running(new TestPlan(100).flows(flows.toArray(new FlowPlan[0])));
    bench.loop.pass(20 * SECOND);

    assertThat(sent).isSorted();
    assertThat(fleet.flows()).hasSize(50);
    FleetBench.books(fleet)
        .forEach(
            (name, flow) ->
                assertThat(flow.totals().measured().scheduled())
                    .as(name)
                    .isBetween(10L * (1 + number(name) % 7) - 1, 10L * (1 + number(name) % 7) + 1));
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring("flow".length()));
  }
}
