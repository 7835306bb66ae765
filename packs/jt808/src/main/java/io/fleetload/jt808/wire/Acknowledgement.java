// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * The general answer, of a terminal (0x0001) or the platform (0x8001).
 *
 * @param serial of the message that is answered; of the last fragment where it has some
 * @param id of the message that is answered
 * @param result {@link #OK} and the following; from the platform also 4, an alarm is confirmed
 */
public record Acknowledgement(int serial, int id, int result) {
  public static final int OK = 0;
  public static final int FAILURE = 1;
  public static final int WRONG_MESSAGE = 2;
  public static final int UNSUPPORTED = 3;

  public void write(FrameWriter to) {
    to.u16(serial).u16(id).u8(result);
  }

  /** Reads a body; empty if it is not such an answer. */
  public static Optional<Acknowledgement> read(Body from) {
    Acknowledgement read = new Acknowledgement(from.u16(), from.u16(), from.u8());
    return from.isDone() ? Optional.of(read) : Optional.empty();
  }
}
