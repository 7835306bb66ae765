// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.profile.key.Doc;

/** The watchers of each group while rules are written; together they are the backend of a run. */
public record Watchers(
    @Doc(
            value = "of each group, so many watch by gRPC",
            byDefault = "1 where there is a flow of kind write and no watchers, else 0",
            least = 0,
            most = 100_000)
        Integer grpc,
    @Doc(
            value = "of each group, so many listen to the map in Hazelcast",
            byDefault = "0",
            least = 0,
            most = 1_000)
        Integer hazelcast) {

  /** Fills in what the profile leaves open. */
  public Watchers {
    grpc = grpc == null ? 0 : grpc;
    hazelcast = hazelcast == null ? 0 : hazelcast;
  }

  /** The watchers of a profile that names none. */
  static Watchers byDefault(boolean written) {
    return new Watchers(written ? 1 : 0, 0);
  }

  /** Number of watchers of each group. */
  public int each() {
    return grpc + hazelcast;
  }
}
