// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import java.time.Duration;

/**
 * Times after which Kubernetes ends a Job, even if the command that started it is gone. Each is the
 * longest time that the Job can take and no longer, because the load costs the target's owner.
 *
 * @param provisioning of the Job that writes the devices
 * @param devices of the shards
 * @param backend of the backend, which begins before the shards, reads what the target still
 *     delivers after them, and is fetched from then
 */
record Deadlines(Duration provisioning, Duration devices, Duration backend) {
  private static final Duration MARGIN = Duration.ofMinutes(5);
  private static final Duration FETCHING = Duration.ofMinutes(15);

  /** Far below what any registry was measured to take, 1/s. */
  private static final int DEVICES_WRITTEN_PER_SECOND = 50;

  /**
   * Of a run.
   *
   * @param patience the longest wait for pods to run, for the others to be connected, and for books
   */
  static Deadlines of(LoadProfile profile, Duration patience) {
    Phases phases = profile.phases();
    Phases.Connect connect = phases.connect();
    Duration connecting =
        seconds(
            profile.sessions() / connect.rate().perSecond()
                + connect.timeout().seconds() * connect.attempts());
    Duration devices =
        patience
            .multipliedBy(3)
            .plus(connecting)
            .plus(seconds(phases.runSeconds()))
            .plus(seconds(phases.drain().seconds()))
            .plus(MARGIN);
    return new Deadlines(
        patience
            .plus(seconds((double) profile.devices().count() / DEVICES_WRITTEN_PER_SECOND))
            .plus(MARGIN),
        devices,
        devices
            .plus(seconds(phases.drain().seconds()))
            .plus(profile.catchUp())
            .plus(patience)
            .plus(FETCHING));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofSeconds((long) Math.ceil(seconds));
  }
}
