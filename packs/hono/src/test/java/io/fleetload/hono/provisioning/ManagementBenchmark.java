// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How many devices a second go through Hono's management API. The registry is in this process and
 * has no database, so a real one is slower.
 */
@EnabledIfSystemProperty(named = "bench.devices", matches = "[0-9]+")
class ManagementBenchmark {
  private static final int DEVICES = Integer.getInteger("bench.devices", 1);

  @Test
  void devicesPerSecond() {
    try (HonoRegistry registry = new HonoRegistry()) {
      // The first round warms the JVM up.
      for (int round = 0; round < 3; round++) {
        measure("create", registry, "demo", OneRun::apply);
        measure("look at", registry, "demo", OneRun::check);
        measure("correct", registry, "other", OneRun::apply);
        measure("remove", registry, "other", run -> run.run(each -> each.remove(false)));
      }
    }
  }

  private static void measure(
      String what, HonoRegistry registry, String secret, ToIntFunction<OneRun> doing) {
    OneRun run =
        new OneRun(null)
            .with(registry.override())
            .with("devices.count=" + DEVICES)
            .with("devices.psk.derivedFrom=" + secret);
    long began = System.nanoTime();
    assertThat(doing.applyAsInt(run)).as(run.said::toString).isZero();
    double perSecond = DEVICES * 1e9 / (System.nanoTime() - began);
    System.out.printf(Locale.ROOT, "%s: %d devices, %.0f/s%n", what, DEVICES, perSecond);
  }
}
