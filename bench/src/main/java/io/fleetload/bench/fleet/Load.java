// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.fleet;

import io.fleetload.pack.Pack;
import io.fleetload.profile.LoadProfile;
import java.util.List;

/**
 * What the product's devices do in a benchmark.
 *
 * @param <P> the profile of their pack
 */
public interface Load<P extends LoadProfile> {
  Pack<P> pack();

  /** The flow whose messages are counted. */
  String flow();

  /** The lines of a profile. */
  List<String> profile(Size size);

  /**
   * How much of it.
   *
   * @param fleet which fleet of its process, from 1; no two have the same devices
   * @param connects sessions that are begun a second
   * @param messages a second
   * @param seconds length of the measured phase
   */
  record Size(int fleet, int devices, double connects, double messages, double seconds) {
    /** The phases in a profile. */
    String phases() {
      return "phases: { connect: { rate: %.0f/s }, measure: %dms, drain: 60s }"
          .formatted(connects, Math.round(seconds * 1e3));
    }
  }
}
