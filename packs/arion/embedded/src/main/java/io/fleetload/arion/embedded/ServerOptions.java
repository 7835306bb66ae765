// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.arion.embedded.fault.Faults;

/**
 * The ports and faults of the server, from the command line. A port is 0 for one that is free.
 *
 * @param port of the gRPC services
 * @param hazelcastPort of the Hazelcast member
 * @param metricsPort of the metrics page
 */
record ServerOptions(int port, int hazelcastPort, int metricsPort, Faults faults) {}
