// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The broker's options.
 *
 * @param ports of the listeners that it has, 0 for one that is free
 * @param metricsPort the metrics page's, likewise
 * @param identity certificate of the listeners with TLS; empty without such a listener
 * @param users who may connect; empty if all may
 * @param data folder for what outlives the process; empty if nothing does
 */
record ServerOptions(
    Map<Listener, Integer> ports,
    int metricsPort,
    Optional<Identity> identity,
    Optional<Users> users,
    Optional<Path> data,
    Limits limits) {

  /**
   * The broker's limits.
   *
   * @param queue messages that wait for one client, or for one group of a shared subscription
   * @param dropsOldest whether the oldest one makes room for one more; else that one is dropped
   * @param packet largest packet in bytes
   * @param receiveMaximum messages of one client that are not acknowledged yet, MQTT 5 section 4.9
   */
  record Limits(int queue, boolean dropsOldest, int packet, int receiveMaximum) {}
}
