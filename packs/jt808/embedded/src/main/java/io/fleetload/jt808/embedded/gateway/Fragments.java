// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Joins the messages of one connection that came in several frames (bit 13 of the properties). */
final class Fragments {
  private final Map<Integer, byte[][]> unfinished = new HashMap<>();

  /**
   * Takes a fragment; the first one forgets what there was of the same message id.
   *
   * @return the whole, with the serial number of the fragment that was the last to come, which is
   *     the one that go-jt808 acknowledges, whatever its number
   */
  Optional<Frame> add(Frame frame, int total, int number) {
    if (number == 1) {
      unfinished.put(frame.id, new byte[total][]);
    }
    byte[][] parts = unfinished.getOrDefault(frame.id, new byte[0][]);
    if (number < 1 || number > parts.length) {
      return Optional.empty();
    }
    parts[number - 1] = frame.body;
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      if (part == null) {
        return Optional.empty();
      }
      whole.writeBytes(part);
    }
    unfinished.remove(frame.id);
    return Optional.of(frame.joined(whole.toByteArray()));
  }
}
