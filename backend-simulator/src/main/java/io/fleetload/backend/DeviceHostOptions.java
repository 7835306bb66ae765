// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.ShardCount;
import io.fleetload.quantity.Span;
import io.fleetload.stamp.RunId;
import java.util.function.IntUnaryOperator;
import picocli.CommandLine.Option;

/**
 * The place of the devices: this host, or a number of shards; and whether the backend awaits them.
 */
final class DeviceHostOptions {
  @Option(
      names = "--shards",
      paramLabel = "K",
      description =
          "the run has K shards, each with a clock of its own; with a coordination in the profile"
              + " it also says when they begin, takes in their books, and judges the whole")
  private Integer shards;

  @Option(
      names = "--same-host",
      description =
          "all devices run on this host, so by the same clock, and end-to-end times are exact")
  private boolean sameHost;

  /** For picocli. */
  DeviceHostOptions() {}

  DeviceHostOptions(Integer shards) {
    this(shards, false);
  }

  DeviceHostOptions(Integer shards, boolean sameHost) {
    this.shards = shards;
    this.sameHost = sameHost;
  }

  /** Checks whether there are shards that agree with this backend on when to begin. */
  boolean areAwaited(Coordination place) {
    return shards != null && place != null && place.backend();
  }

  /** Creates the watch that learns how far the clocks of the devices' hosts are from this one. */
  ClockWatch clocks(Carriers carriers) {
    int count = shards == null ? 1 : shards;
    IntUnaryOperator shardOf = device -> carriers.session(device) % count;
    return sameHost ? ClockWatch.ofThisHost(count, shardOf) : ClockWatch.ofHosts(count, shardOf);
  }

  /** Number of shards. */
  int count() {
    return shards;
  }

  /**
   * Looks whether they can be.
   *
   * @param place where they meet, or null
   * @param carriers the sessions that they share
   * @param runId what the user said, or null
   * @param longest the end of the run that the user set, or null
   * @throws UsageException if they cannot
   */
  void check(Coordination place, Carriers carriers, RunId runId, Span longest)
      throws UsageException {
    if (shards == null) {
      return;
    }
    ShardCount.check(shards, carriers);
    if (!areAwaited(place)) {
      return;
    }
    if (runId == null) {
      throw new UsageException(
          "--shards: the shards of a run are known by its id; give the backend, and all of them,"
              + " the same --run-id");
    }
    if (longest != null) {
      throw new UsageException("--for: the run ends with its shards; leave out --for or --shards");
    }
  }
}
