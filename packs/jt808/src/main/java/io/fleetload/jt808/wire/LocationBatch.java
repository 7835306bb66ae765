// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several locations at once (0x0704).
 *
 * @param type {@link #NORMAL} or {@link #BLIND_SPOT}
 */
public record LocationBatch(int type, List<Location> locations) {
  public static final int NORMAL = 0;

  /** Made while the terminal had no connection. */
  public static final int BLIND_SPOT = 1;

  /**
   * Begins a batch without an object of it. Each location follows between {@link
   * FrameWriter#openLength} and {@link FrameWriter#closeLength}.
   */
  public static void begin(FrameWriter to, int type, int locations) {
    to.u16(locations).u8(type);
  }

  public void write(FrameWriter to) {
    begin(to, type, locations.size());
    for (Location each : locations) {
      int open = to.openLength();
      each.write(to);
      to.closeLength(open);
    }
  }

  /** The batch that a body holds, or nothing where it, or a location in it, is not whole. */
  public static Optional<LocationBatch> read(Body from) {
    int count = from.u16();
    int type = from.u8();
    List<Location> locations = new ArrayList<>();
    while (from.remaining() > 0) {
      Optional<Location> location = Location.read(from.part(from.u16()));
      if (location.isEmpty()) {
        return Optional.empty();
      }
      locations.add(location.get());
    }
    return from.isDone() && locations.size() == count
        ? Optional.of(new LocationBatch(type, locations))
        : Optional.empty();
  }
}
