// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.Shard;
import io.fleetload.results.time.LatencyHistogram;
import java.util.List;
import java.util.Map;

/**
 * Books in the place of those that are missing: of a process that did nothing and did not come to
 * its end. With one of them the sum is incomplete, and what the missing book would say is not
 * counted as lost or invented.
 */
public final class EmptyBooks {
  private EmptyBooks() {}

  /**
   * Returns the book of a shard.
   *
   * @param runId the run's id
   * @param run the run's name
   * @param shard which one; null for a device side that is one process
   * @param devices how many devices it has
   * @param maxLagMs the limit on the generator's lag, in ms
   */
  public static DeviceBook ofDevices(
      String runId, String run, Shard shard, long devices, double maxLagMs) {
    LatencyHistogram none = new LatencyHistogram();
    return new DeviceBook(
        DeviceBook.VERSION,
        runId,
        run,
        false,
        shard,
        RunTimeline.of(0, List.of()),
        new DeviceBook.FleetCounts(devices, 0, 0, Map.of(), 0, none, null, null, null),
        Map.of(),
        null,
        new GeneratorBook(
            new GeneratorHealth(none.summary(), maxLagMs, 0, 0, List.of()), none, null));
  }

  /**
   * Returns the book of a backend.
   *
   * @param part which of the backends
   */
  public static BackendBook ofBackend(String runId, String run, Shard part) {
    return new BackendBook(
        BackendBook.VERSION,
        runId,
        run,
        null,
        new BackendReading(false, false, null, 0, part),
        Map.of(),
        DeviceClocks.UNKNOWN,
        new BackendBook.Strangers(0, 0),
        null);
  }
}
