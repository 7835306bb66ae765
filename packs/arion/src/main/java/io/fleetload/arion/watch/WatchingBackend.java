// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;

/** Receives the news of the watchers of all groups. */
public final class WatchingBackend implements BackendDriver {
  private final ArionProfile profile;
  private final RunClock clock;

  public WatchingBackend(ArionProfile profile, RunClock clock) {
    this.profile = profile;
    this.clock = clock;
  }

  @Override
  public Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    if (book.runId() == null) {
      throw new UsageException(
          "--run-id: is missing; a deleted rule does not say by which run;"
              + " give the backend the id that the device simulator has");
    }
    WatcherReception reception = new WatcherReception(profile, book, watch, clock);
    try {
      reception.begin();
      return reception;
    } catch (TargetException | UsageException | InterruptedException | RuntimeException e) {
      reception.close();
      throw e;
    }
  }
}
