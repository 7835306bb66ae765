package io.fleetload.driver;

/**
 * A message for the wire.
 *
 * @param flow the flow's name; the driver knows what it means in its protocol
 * @param device the device that it is of, by its index; not the sender's where a gateway sends for
 *     it
 * @param payload the body, stamped
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared or kept
public record Message(String flow, int device, byte[] payload) {}
