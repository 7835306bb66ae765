// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.driver.BackendDriver;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.results.run.Shard;
import io.fleetload.shards.Participant;
import io.fleetload.shards.ShardCoordinator;
import io.fleetload.shards.SharedRun;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The part of one backend in a run that it shares with shards and perhaps other backends.
 *
 * @param which of the run's backends it is
 */
record BackendShare(SharedRun run, LoadProfile profile, Shard which) {
  Phases phases() {
    return profile.phases();
  }

  /** Its place among those who agree on when to begin. */
  ShardCoordinator coordinator(Clock clock, Consumer<String> say) {
    return new ShardCoordinator(
        run, Participant.backend(which), clock, phases().connect().of(profile.sessions()), say);
  }

  /** Takes this process's place in the run. */
  @FunctionalInterface
  interface RunEntry {
    /** From now on the flows may begin. */
    void open() throws UsageException, TargetException;
  }

  /**
   * Adds an entry to a target: its sources are open before the process takes its place in the run,
   * and the flows cannot begin earlier.
   */
  static BackendDriver withEntry(BackendDriver target, RunEntry entry) {
    return (arrivals, watch) -> {
      BackendDriver.Reception reception = target.open(arrivals, watch);
      boolean open = false;
      try {
        entry.open();
        open = true;
        return reception;
      } finally {
        if (!open) {
          reception.close();
        }
      }
    };
  }

  /** From the end of the measured phase until a shard's book has to be there. */
  Duration patience() {
    return Duration.ofNanos(phases().drain().nanos()).plusNanos(run.timeout().nanos());
  }

  /** From then on until another backend's book has to be there: it ends as this one does. */
  Duration patienceWithBackends() {
    return patience()
        .plus(Duration.ofNanos(phases().drain().nanos()))
        .plus(StopTimes.TOOL)
        .plus(StopTimes.longer(profile.catchUp()));
  }
}
