// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.mqtt.profile.MqttProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.io.IOException;

/** The subscribers of a profile, as the backend of its run. */
public record SubscriberBackend(MqttProfile profile, RunClock clock, StopSignal stop)
    implements BackendDriver {
  @Override
  public Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    if (book.runId() == null) {
      throw new UsageException(
          "--run-id: is missing; the topics have it; give the backend the one that the device"
              + " simulator has");
    }
    try {
      SubscriberReception reception = new SubscriberReception(profile, book, watch, clock);
      try {
        reception.begin(stop);
        return reception;
      } catch (TargetException | InterruptedException | RuntimeException e) {
        reception.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UsageException("subscribers: this host has no room for them: " + e.getMessage());
    }
  }
}
