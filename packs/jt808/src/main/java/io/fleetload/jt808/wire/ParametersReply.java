// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * The parameters of a terminal that was asked for them (0x0104).
 *
 * @param serial of the question
 */
public record ParametersReply(int serial, Parameters parameters) {
  public void write(FrameWriter to) {
    to.u16(serial);
    parameters.write(to);
  }

  /** Reads a body; empty if it is not such a reply. */
  public static Optional<ParametersReply> read(Body from) {
    int serial = from.u16();
    return Parameters.read(from).map(each -> new ParametersReply(serial, each));
  }
}
