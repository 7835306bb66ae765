// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Optional;

/**
 * Location of a terminal that was asked (0x0201).
 *
 * @param serial of the question
 */
public record LocationReply(int serial, Location location) {
  public void write(FrameWriter to) {
    to.u16(serial);
    location.write(to);
  }

  /** Reads a body; empty if it is not such a reply. */
  public static Optional<LocationReply> read(Body from) {
    int serial = from.u16();
    return Location.read(from).map(each -> new LocationReply(serial, each));
  }
}
