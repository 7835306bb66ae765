// SPDX-License-Identifier: EPL-2.0
/**
 * The system under test of an NGSI campaign without a real broker: an embedded broker, in memory,
 * in one JVM. It uses no code of the simulators, so that each side checks the other. Its figures
 * say nothing about any real broker.
 */
package io.fleetload.ngsi.embedded;
