// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.LoadProfile;
import io.fleetload.quantity.Span;
import io.fleetload.shards.kafka.KafkaStore;
import io.fleetload.shards.log.DirectoryStore;
import io.fleetload.shards.log.LogStore;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;

/**
 * A run that several processes share, as one of them knows it.
 *
 * @param store where their logs are
 * @param id the run's id
 * @param shards how many shards it has
 * @param profile {@link ProfileDigest} of this process's profile
 * @param backend whether a backend takes part
 * @param timeout the longest wait for the others
 */
public record SharedRun(
    LogStore store, String id, int shards, String profile, boolean backend, Span timeout) {

  /**
   * Returns the shared run of a profile with a {@code coordination}.
   *
   * @param profileFile the file of the profile
   */
  public static SharedRun of(LoadProfile profile, Path profileFile, RunId id, int shards) {
    Coordination place = profile.coordination();
    LogStore store =
        place.kafka() != null
            ? new KafkaStore(place.kafka(), profile.run().name())
            : new DirectoryStore(
                profileFile.resolveSibling(place.directory()).resolve(id.toString()));
    return new SharedRun(
        store, id.toString(), shards, ProfileDigest.of(profile), place.backend(), place.timeout());
  }

  NoteLog open(String log) throws UsageException, TargetException {
    return new NoteLog(store.open(log), id);
  }
}
