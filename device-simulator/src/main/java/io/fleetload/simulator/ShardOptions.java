// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.ShardDevices;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.LoadProfile;
import io.fleetload.results.run.Shard;
import io.fleetload.shards.Participant;
import io.fleetload.shards.ShardCoordinator;
import io.fleetload.shards.SharedRun;
import io.fleetload.simulator.start.FlowStart;
import io.fleetload.simulator.start.StartAtOnce;
import io.fleetload.simulator.start.StartAtTime;
import io.fleetload.simulator.start.StartTogether;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The options that say which part of a run this process is, and when the parts begin. */
final class ShardOptions {
  @Option(
      names = "--shard",
      paramLabel = "I/K",
      description =
          "drives the I-th of K parts of the devices and of every rate, such as 2/5; with --run-id,"
              + " and with --start-at or a coordination in the profile")
  private String shard;

  @Option(
      names = "--start-at",
      paramLabel = "TIME",
      description =
          "when the flows begin, in UTC, such as 2026-11-21T18:00:00Z; default: as soon as the"
              + " fleet is connected, or what the shards agree on")
  private String startAt;

  /** For picocli. */
  ShardOptions() {}

  ShardOptions(String shard, String startAt) {
    this.shard = shard;
    this.startAt = startAt;
  }

  /**
   * The shard.
   *
   * @throws UsageException if there is no such shard
   */
  Shard shard() throws UsageException {
    try {
      return shard == null ? Shard.WHOLE : Shard.parse(shard);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--shard: " + e.getMessage());
    }
  }

  /**
   * The devices that this process drives.
   *
   * @param carriers which session carries the messages of which devices
   * @throws UsageException if some shard has none
   */
  ShardDevices own(Carriers carriers) throws UsageException {
    Shard which = shard();
    if (which.of() > carriers.sessions()) {
      throw new UsageException(
          "--shard: found %s, but the fleet has %s %s; expected at most as many shards"
              .formatted(which, carriers.sessions(), carriers.whose()));
    }
    return ShardDevices.carried(carriers, which);
  }

  /**
   * Returns the way in which the flows begin.
   *
   * @param profileFile the profile's file
   * @param runId the user's, or null
   * @param say receives lines for a person
   * @throws UsageException if nothing can make the shards begin together
   */
  FlowStart start(
      LoadProfile profile, Path profileFile, RunId runId, Clock clock, Consumer<String> say)
      throws UsageException {
    Shard which = shard();
    Coordination place = profile.coordination();
    boolean withBackend = shard != null && place != null && place.backend();
    boolean whole = which.of() == 1 && !withBackend;
    if (!whole && runId == null) {
      throw new UsageException(
          "--shard: the shards of a run are known by its id; give all of them, and the backend, the"
              + " same --run-id");
    }
    if (startAt != null && withBackend) {
      throw new UsageException(
          "--start-at: the backend says when the shards begin; leave it out, or write"
              + " coordination.backend: false");
    }
    if (startAt != null) {
      return StartAtTime.parse(startAt, clock);
    }
    if (whole) {
      return new StartAtOnce();
    }
    if (place == null) {
      throw new UsageException(
          "--shard: the shards of a run begin at one time; give all of them the same --start-at, or"
              + " the profile a coordination");
    }
    SharedRun run = SharedRun.of(profile, profileFile, runId, which.of());
    ShardCoordinator coordinator =
        new ShardCoordinator(run, Participant.shard(which), clock, Duration.ZERO, say);
    return new StartTogether(coordinator, which, clock);
  }
}
