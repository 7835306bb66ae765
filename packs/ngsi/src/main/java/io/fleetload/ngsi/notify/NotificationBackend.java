// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** Makes a profile's subscriptions and receives what the broker notifies. */
public final class NotificationBackend implements BackendDriver {
  /** The servers of one endpoint are on one; reading takes a few µs a notification. */
  private static final int EVENT_LOOPS = 2;

  private final NgsiProfile profile;
  private final RunClock clock;
  private final StopSignal stop;

  public NotificationBackend(NgsiProfile profile, RunClock clock, StopSignal stop) {
    this.profile = profile;
    this.clock = clock;
    this.stop = stop;
  }

  @Override
  public Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS).setPreferNativeTransport(true));
    NotificationReception reception = null;
    boolean open = false;
    try {
      reception = new NotificationReception(profile, vertx, book, watch, clock, stop);
      reception.begin();
      open = true;
      return reception;
    } finally {
      if (!open && reception != null) {
        reception.close();
      } else if (!open) {
        vertx.close().toCompletionStage().toCompletableFuture().join();
      }
    }
  }
}
