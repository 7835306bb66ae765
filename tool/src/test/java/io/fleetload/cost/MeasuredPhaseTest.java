// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MeasuredPhaseTest {
  private final List<String> seen = new ArrayList<>();
  private final TreeMap<Double, Runnable> alarms = new TreeMap<>();
  private final MeasuredPhase phase = phase("10s");

  private MeasuredPhase phase(String warmUp) {
    return new MeasuredPhase(
        new Phases(
            null, Span.parse("5s"), WarmUp.parse(warmUp), Measure.parse("60s"), Span.parse("15s")),
        alarms::put,
        () -> seen.add("begin"),
        () -> seen.add("end"));
  }

  private static void tell(MeasuredPhase phase, String name, Double left) {
    phase.at(new ToolEvent.Progress("device-simulator", name, left, Map.of()));
  }

  private void ring(double seconds) {
    alarms.remove(seconds).run();
  }

  @Test
  void itBeginsAndEndsOnTimeAndNotWhenSomebodySaysSo() {
    tell(phase, "connect", null);
    tell(phase, "ramp", 0.5);
    tell(phase, "warm-up", 1.75);
    assertThat(alarms).isEmpty();
    tell(phase, "warm-up", 0.75);
    assertThat(seen).isEmpty();
    ring(0.75);
    assertThat(seen).containsExactly("begin");
    tell(phase, "measure", 59.75);
    tell(phase, "measure", 58.75);
    assertThat(alarms).containsOnlyKeys(59.75);
    ring(59.75);
    tell(phase, "drain", 10.0);
    phase.end();
    assertThat(seen).containsExactly("begin", "end");
  }

  @Test
  void withoutAWarmUpItBeginsAfterTheRamp() {
    MeasuredPhase early = phase("0s");
    tell(early, "ramp", 0.5);
    ring(0.5);
    assertThat(seen).containsExactly("begin");
  }

  @Test
  void whatNobodyAnnouncedBeginsWhenItIsSeen() {
    tell(phase, "measure", null);
    tell(phase, "drain", null);
    assertThat(seen).containsExactly("begin", "end");
  }

  @Test
  void aRunThatEndsBeforeItMeasuresNothing() {
    tell(phase, "warm-up", 1.0);
    phase.end();
    ring(1.0);
    assertThat(seen).isEmpty();
  }
}
