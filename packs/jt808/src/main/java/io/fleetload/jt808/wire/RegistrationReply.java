// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * Answer of the platform to a registration (0x8100).
 *
 * @param serial of the registration
 * @param result 0 good; 1 the vehicle or 3 the terminal is registered already; 2 the vehicle or 4
 *     the terminal is unknown
 * @param code with which the terminal authenticates itself, byte for byte; none where the result is
 *     not 0
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record RegistrationReply(int serial, int result, byte[] code) {
  public void write(FrameWriter to) {
    to.u16(serial).u8(result).bytes(code);
  }

  /** Reads a body; empty if it is not such a reply. */
  public static Optional<RegistrationReply> read(Body from) {
    RegistrationReply read = new RegistrationReply(from.u16(), from.u8(), from.rest());
    return from.isDone() ? Optional.of(read) : Optional.empty();
  }
}
