// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks for fragments that are missing: the platform by 0x8003, a terminal by 0x0005.
 *
 * @param firstSerial the serial number of the message's first fragment
 * @param numbers of the fragments, from 1; at most {@link #MOST_NUMBERS}
 */
public record ResendRequest(int firstSerial, List<Integer> numbers) {
  /** The most that are asked for at once: their count has 8 bits in 2013. */
  public static final int MOST_NUMBERS = 0xff;

  public void write(FrameWriter to) {
    to.u16(firstSerial);
    if (to.version() == Version.V2019) {
      to.u16(numbers.size());
    } else {
      to.u8(numbers.size());
    }
    numbers.forEach(to::u16);
  }

  /** Reads a body; empty if it is not such a request. */
  public static Optional<ResendRequest> read(Body from) {
    int firstSerial = from.u16();
    int count = from.version() == Version.V2019 ? from.u16() : from.u8();
    List<Integer> numbers = new ArrayList<>();
    while (from.remaining() > 0) {
      numbers.add(from.u16());
    }
    return from.isDone() && numbers.size() == count
        ? Optional.of(new ResendRequest(firstSerial, numbers))
        : Optional.empty();
  }
}
