package io.fleetload.driver;

/**
 * A command that reached a device.
 *
 * @param replyTo where the protocol wants the answer; opaque to the engine
 * @param payload the command's body
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared or kept
public record Command(String replyTo, byte[] payload) {}
