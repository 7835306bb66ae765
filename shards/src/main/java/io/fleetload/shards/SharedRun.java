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

  /** Returns the run as another participant counts its shards. */
  SharedRun of(int others) {
    return new SharedRun(store, id, others, profile, backend, timeout);
  }

  /**
   * Opens one of its logs. All participants read the notes of a run without a backend, so these
   * have one order; where a backend leads, it is their only reader.
   */
  NoteLog open(String log) throws UsageException, TargetException {
    boolean many = log.equals(LogStore.CONTROL) ? backend : log.equals(LogStore.RESULTS);
    int writers = many ? shards : 1;
    return new NoteLog(store.open(log, writers), id);
  }
}
