// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.scenario.Scenario;
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
public record Deadlines(Duration provisioning, Duration devices, Duration backend) {
  private static final Duration MARGIN = Duration.ofMinutes(5);

  /** Time for which the backend's pod keeps the results for the command to fetch them. */
  public static final Duration FETCHING = Duration.ofMinutes(15);

  /** Far below what any registry was measured to take, 1/s: where the pack measured none. */
  public static final int DEVICES_WRITTEN_PER_SECOND = 50;

  /** The wait of {@code --wait} where the user gives none. */
  public static final String WAIT = "10m";

  /** A registry elsewhere may be so many times slower than the one that the pack measured. */
  private static final int SLOWER = 20;

  /**
   * The deadlines of a run. Those of provisioning follow from what its pack measured.
   *
   * @param patience the longest wait for pods to run, for the others to be connected, and for books
   */
  public static Deadlines of(Scenario scenario, Duration patience) {
    LoadProfile profile = scenario.profile();
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
        patience.plus(seconds(profile.devices().count() / leastWritten(scenario))).plus(MARGIN),
        devices,
        devices
            .plus(seconds(phases.drain().seconds()))
            .plus(profile.catchUp())
            .plus(patience)
            .plus(FETCHING));
  }

  private static double leastWritten(Scenario scenario) {
    Integer measured = scenario.run().costs().written();
    return measured == null
        ? DEVICES_WRITTEN_PER_SECOND
        : Math.max(DEVICES_WRITTEN_PER_SECOND, (double) measured / SLOWER);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofSeconds((long) Math.ceil(seconds));
  }
}
