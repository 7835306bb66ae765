// SPDX-License-Identifier: EPL-2.0
/**
 * The system under test of an MQTT campaign: HiveMQ Community Edition in a process of its own. It
 * uses no code of the simulators, so that each side checks the other's packets.
 */
package io.fleetload.mqtt.embedded;
