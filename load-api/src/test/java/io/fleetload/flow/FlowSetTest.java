// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.ClosedUsers;
import io.fleetload.profile.Timing;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.verdict.FigureNames;
import io.fleetload.results.verdict.Threshold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowSetTest {
  private static FlowSpec flow(String name) {
    return FlowSpec.of(name, 1_000, FlowSpec.Body.BY_THE_LINK);
  }

  private static Timing rate() {
    return new Timing(null, Rate.parse("10/s"), null, null, null, null);
  }

  private static Timing users() {
    return new Timing(null, null, null, null, null, new ClosedUsers(3, null, null, null));
  }

  private static FlowSet all() {
    Map<String, Timing> timings = new LinkedHashMap<>();
    timings.put("read", rate());
    timings.put("ask", rate());
    timings.put("visit", users());
    return new FlowSet(
        List.of(
            flow("read").withParts(List.of("waiting", "sending")).ofTheDeviceOnly(),
            flow("again").following("read"),
            flow("ask").withReceivers(3).withStore(),
            flow("answer").answeringPushed("ask"),
            flow("visit").ofTheDeviceOnly(),
            flow("stay").asStep(new Step("visit", 2, new Span(0), 0)).ofTheDeviceOnly()),
        timings);
  }

  @Test
  void eachFactOfAFlowIsFoundInTheFlow() {
    FlowSet flows = all();

    assertThat(flows.names()).containsExactly("read", "again", "ask", "answer", "visit", "stay");
    assertThat(flows.answers()).isEqualTo(Map.of("answer", "ask"));
    assertThat(flows.follows()).isEqualTo(Map.of("again", "read"));
    assertThat(flows.steps().of("visit")).containsExactly("stay");
    assertThat(flows.closed()).containsExactlyInAnyOrder("visit", "stay", "again");
    assertThat(flows.stored()).containsExactly("ask");
    assertThat(flows.receivers()).containsEntry("ask", 3).containsEntry("answer", 1);
    assertThat(flows.hasBackend()).isTrue();
  }

  @Test
  void aResultHasTheFiguresThatTheFlowsMake() {
    FigureNames figures = all().figures(Tenants.one("t"), List.of(), List.of());

    for (String known :
        List.of(
            "flows.read.achieved >= 99%",
            "flows.again.failed == 0",
            "flows.stay.failed == 0",
            "flows.answer.failed == 0",
            "flows.read.parts.waiting.p99 < 1s",
            "ledger.store.lost == 0",
            "flows.ask.ledger.deliveries.lost == 0")) {
      assertThat(figures.has(Threshold.parse(known))).as(known).isTrue();
    }
    for (String none :
        List.of(
            "flows.visit.achieved >= 99%",
            "flows.stay.achieved >= 99%",
            "flows.again.achieved >= 99%",
            "flows.read.ledger.deliveries.lost == 0")) {
      assertThat(figures.has(Threshold.parse(none))).as(none).isFalse();
    }
  }

  @Test
  void devicesAloneHaveNoBackend() {
    FlowSet flows = new FlowSet(List.of(flow("read").ofTheDeviceOnly()), Map.of("read", rate()));

    assertThat(flows.hasBackend()).isFalse();
    assertThat(
            flows
                .figures(Tenants.one("t"), List.of(), List.of())
                .has(Threshold.parse("ledger.store.lost == 0")))
        .isFalse();
  }
}
