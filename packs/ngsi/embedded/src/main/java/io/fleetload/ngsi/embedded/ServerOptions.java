// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.ngsi.embedded.fault.Faults;

/**
 * The broker's options. A port is 0 for one that is free.
 *
 * @param host address to listen on
 * @param port of the broker
 * @param metricsPort of the metrics page, which is on 127.0.0.1
 * @param singleTenant whether each tenant sees everything that any tenant created
 * @param contextOnly whether it serves the @context and nothing else
 */
record ServerOptions(
    String host,
    int port,
    int metricsPort,
    boolean singleTenant,
    boolean contextOnly,
    Faults faults) {}
