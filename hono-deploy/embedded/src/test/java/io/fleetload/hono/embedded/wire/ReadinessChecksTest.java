// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.embedded.part.FutureWait;
import io.vertx.core.Vertx;
import io.vertx.ext.healthchecks.HealthCheckHandler;
import io.vertx.ext.healthchecks.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadinessChecksTest {

  private static final int FAILURES = 3;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void close() throws Exception {
    FutureWait.on(vertx.close());
  }

  @Test
  void theyArePassedOnceAllSucceedAndNotBefore() throws Exception {
    FutureWait.on(new ReadinessChecks(vertx, this::register).passed());

    assertThat(asked).hasValue(FAILURES + 1);
  }

  private void register(HealthCheckHandler checks) {
    checks.register("connected", status -> status.complete(Status.OK()));
    checks.register(
        "consuming",
        status -> status.complete(asked.incrementAndGet() > FAILURES ? Status.OK() : Status.KO()));
  }
}
