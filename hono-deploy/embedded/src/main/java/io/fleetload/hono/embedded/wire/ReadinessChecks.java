// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthCheckHandler;
import io.vertx.ext.healthchecks.HealthChecks;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The readiness checks that a service of Hono has itself, those of its connections among them. */
public final class ReadinessChecks {

  private static final long EVERY_MS = 20;

  private final Vertx vertx;
  private final HealthChecks checks;

  /**
   * Collects a service's checks.
   *
   * @param service registers its checks; some do so only before they are started
   */
  public ReadinessChecks(Vertx vertx, Consumer<HealthCheckHandler> service) {
    this.vertx = vertx;
    this.checks = HealthChecks.create(vertx);
    service.accept(HealthCheckHandler.createWithHealthChecks(checks));
  }

  /** Completes when all checks succeed at the same time; never, if they do not. */
  public Future<Void> passed() {
    return checks
        .checkStatus()
        .compose(
            result ->
                CheckResult.isUp(result)
                    ? Future.succeededFuture()
                    : vertx.timer(EVERY_MS, TimeUnit.MILLISECONDS).compose(again -> passed()));
  }
}
