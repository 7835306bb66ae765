// SPDX-License-Identifier: EPL-2.0
package com.example;

import static io.fleetload.junit5.LoadTestAssertions.assertThat;
import static io.fleetload.junit5.LoadTestAssertions.assumeVerdict;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.fleetload.junit5.EmbeddedHono;
import io.fleetload.junit5.LoadResult;
import io.fleetload.junit5.LoadTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TelemetryIT {
  @RegisterExtension static final EmbeddedHono hono = new EmbeddedHono();

  @Test
  void honoHoldsTheLoad() {
    LoadResult result = LoadTest.of("src/test/load/smoke.yaml").against(hono).run();

    assumeVerdict(result);
    assertThat(result).passed().flow("telemetry").delivered(200).p99Below(800, MILLISECONDS);
  }
}
