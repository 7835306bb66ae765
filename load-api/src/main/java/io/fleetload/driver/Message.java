// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.stamp.Stamp;

/**
 * A message for the wire.
 *
 * @param flow the flow's name; the driver knows what it means in its protocol
 * @param device the device that it is of, by its index; not the sender's where a gateway sends for
 *     it
 * @param iteration number of the message that its iteration began with; of a message that is no
 *     step of a user, its own
 * @param stamp its stamp, for a protocol that carries it elsewhere than in the body
 * @param answers the command that it answers; of a step of a user, what the driver handed over last
 *     in its iteration; null if there is nothing
 * @param payload the body, stamped
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared or kept
public record Message(
    String flow, int device, int iteration, Stamp stamp, Inbound answers, byte[] payload) {}
