// SPDX-License-Identifier: EPL-2.0
/**
 * The system under test of an Arion campaign, in one JVM: a gRPC server of neighbor rules and its
 * Hazelcast member. It uses no code of the simulators, so that each side checks the other's codec.
 */
package io.fleetload.arion.embedded;
