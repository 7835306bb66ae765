// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

/**
 * The server's treatment of one message.
 *
 * @param reply how it answers
 * @param delayNanos how long after the receipt the answer leaves, at the earliest, ns
 * @param delivery how the message reaches the backend, where it does
 */
public record Act(Reply reply, long delayNanos, Delivery delivery) {}
