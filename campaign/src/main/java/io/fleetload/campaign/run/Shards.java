// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ShardCount;
import io.fleetload.results.run.Shard;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The processes that the device side of a run is.
 *
 * @param count how many; 1 for one that is no shard
 */
public record Shards(int count) {
  /** One process drives the whole fleet. */
  public static final Shards NONE = new Shards(1);

  /** Folder in the run's directory in which the shards of a run agree on the begin. */
  private static final String MEETING = "coordination";

  /**
   * Returns the shards that the user wants.
   *
   * @param asked their number, or null
   * @param profile the profile with the devices to share
   * @throws UsageException if the profile cannot have so many
   */
  public static Shards of(Integer asked, LoadProfile profile) throws UsageException {
    if (asked == null) {
      return NONE;
    }
    ShardCount.check(asked, profile.carriers());
    ShardCount.check(asked, profile.phases());
    return new Shards(asked);
  }

  public boolean areSeveral() {
    return count > 1;
  }

  /** Each of them. */
  List<Shard> all() {
    return IntStream.rangeClosed(1, count).mapToObj(number -> new Shard(number, count)).toList();
  }

  /** Returns the directory of a shard's book. */
  static Path directory(Path run, Shard shard) {
    return shard.deviceDirectory(run);
  }

  /** The name of a shard's process. */
  static String process(Shard shard) {
    return "device-simulator-" + shard.number();
  }

  /**
   * The options of a backend that receives what they send: each of them is a program that read this
   * host's clock at another time. The backend has no part in their coordination.
   */
  List<String> optionsOfBackend() {
    return areSeveral()
        ? List.of("--set=coordination=null", "--shards=" + count, "--same-host")
        : List.of("--same-host");
  }

  /** The options of a shard's process. */
  static List<String> options(Path run, Shard shard) {
    String meeting = run.resolve(MEETING).toAbsolutePath().toString().replace("'", "''");
    return List.of(
        "--set=coordination.directory='" + meeting + "'",
        "--set=coordination.kafka=null",
        "--set=coordination.backend=false",
        "--shard=" + shard,
        "--out=" + directory(run, shard));
  }
}
