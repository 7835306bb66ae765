// SPDX-License-Identifier: EPL-2.0
/**
 * The system under test of a JT/T 808 campaign, in one JVM: a gateway of terminals, NATS, a saver
 * and its store. It uses no code of the simulators, so that each side checks the other's codec.
 */
package io.fleetload.jt808.embedded;
