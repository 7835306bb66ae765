// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.jt808.embedded.gateway.Misconduct;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server's options.
 *
 * @param port the gateway's; 0 for one that is free
 * @param metricsPort the metrics page's, likewise
 * @param nats source of NATS
 * @param gateways processes that listen on the port
 * @param sharedPort whether further processes may listen on it
 * @param saverQueue messages that may wait for the store; empty for no saver and no store
 */
record ServerOptions(
    int port,
    int metricsPort,
    int gateways,
    boolean sharedPort,
    NatsChoice nats,
    Optional<Integer> saverQueue,
    Misconduct misconduct) {

  /** Source of NATS: a server that runs, a program to start, or else the server in this JVM. */
  record NatsChoice(Optional<String> url, Optional<Path> program) {}
}
