// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parameters that a terminal is to have (0x8103); also part of {@link ParametersReply}. */
public record Parameters(List<Item> items) {
  /** A parameter of 32 bits: seconds between heartbeats. */
  public static final int HEARTBEAT_INTERVAL = 0x0001;

  /** A parameter of 32 bits: seconds between locations. */
  public static final int LOCATION_INTERVAL = 0x0029;

  public void write(FrameWriter to) {
    to.u8(items.size());
    for (Item each : items) {
      to.u32(each.id()).u8(each.value().length).bytes(each.value());
    }
  }

  /** Reads a body; empty if it is not a list of parameters. */
  public static Optional<Parameters> read(Body from) {
    int count = from.u8();
    List<Item> items = new ArrayList<>();
    while (from.remaining() > 0) {
      items.add(new Item(from.u32(), from.bytes(from.u8())));
    }
    return from.isDone() && items.size() == count
        ? Optional.of(new Parameters(items))
        : Optional.empty();
  }
}
