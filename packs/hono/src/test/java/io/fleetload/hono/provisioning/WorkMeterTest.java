// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import io.fleetload.tool.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class WorkMeterTest {
  private final AtomicLong now = new AtomicLong();
  private final List<String> told = new ArrayList<>();
  private final WorkMeter meter = new WorkMeter(event -> told.add(Sentences.of(event)), now::get);

  @Test
  void itTellsRateAndTimeLeftAtMostOnceASecond() {
    IntConsumer work = meter.begin("devices created", 10_000);
    now.set(500_000_000L);
    work.accept(1_000);
    now.set(1_000_000_000L);
    work.accept(1_000);
    now.set(1_500_000_000L);
    work.accept(1_000);
    now.set(2_000_000_000L);
    work.accept(2_000);

    assertThat(told)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("[####                ]", "2,000 of 10,000", " 2,000/s", "4 s"),
            line ->
                assertThat(line)
                    .contains("[##########          ]", "5,000 of 10,000", " 2,500/s", "2 s"));
    Golden.of("provisioning").holds("its progress", String.join("\n", told));
  }
}
