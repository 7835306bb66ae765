// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/**
 * Answer of a server to CONNECT (5:3.2).
 *
 * @param sessionPresent whether the server goes on with a session of before
 * @param code 0 if the client may go on; else a return code of 3.1.1 or a reason code of 5.0
 */
public record ConnAckPacket(boolean sessionPresent, int code, PropertyBlock properties) {}
