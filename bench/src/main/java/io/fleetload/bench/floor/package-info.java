// SPDX-License-Identifier: EPL-2.0
/** The least that a client in Java has to do: datagrams at due times, and no protocol. */
package io.fleetload.bench.floor;
