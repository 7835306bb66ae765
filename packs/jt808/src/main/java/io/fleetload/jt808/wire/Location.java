// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.List;
import java.util.Optional;

/**
 * Location of a terminal (0x0200), and one of a batch of them.
 *
 * @param alarm 32 bits
 * @param status 32 bits, see {@link #ACCESSORIES_ON} and the following
 * @param latitude in millionths of a degree, 32 bits without a sign
 * @param longitude in millionths of a degree, 32 bits without a sign
 * @param altitude in m
 * @param speed in 0.1 km/h
 * @param direction in degrees, 0 to 359; 0 is north, and 90 east
 * @param time in seconds since 1970, or {@link #NO_TIME}
 * @param items what else it says
 */
public record Location(
    int alarm,
    int status,
    long latitude,
    long longitude,
    int altitude,
    int speed,
    int direction,
    long time,
    List<Item> items) {
  /** Bit of the status: the ignition is on. */
  public static final int ACCESSORIES_ON = 1;

  /** Bit of the status: the position is known. */
  public static final int POSITIONED = 1 << 1;

  /** Bit of the status: the latitude is south. */
  public static final int SOUTH = 1 << 2;

  /** Bit of the status: the longitude is west. */
  public static final int WEST = 1 << 3;

  /** The time of a terminal that does not know it: six zero bytes. */
  public static final long NO_TIME = Long.MIN_VALUE;

  /** Bytes of a location without items. */
  public static final int BYTES = 28;

  /**
   * Writes a location without items, and without an object of it; items may be written behind it,
   * as {@link Item#write32} does. The parameters are those of the record.
   */
  public static void write(
      FrameWriter to,
      int alarm,
      int status,
      long latitude,
      long longitude,
      int altitude,
      int speed,
      int direction,
      long time) {
    to.u32(alarm)
        .u32(status)
        .u32(latitude)
        .u32(longitude)
        .u16(altitude)
        .u16(speed)
        .u16(direction)
        .time(time);
  }

  public void write(FrameWriter to) {
    write(to, alarm, status, latitude, longitude, altitude, speed, direction, time);
    items.forEach(each -> each.write(to));
  }

  /** The location that a body holds up to its end, or nothing where it holds none. */
  public static Optional<Location> read(Body from) {
    Location location =
        new Location(
            (int) from.u32(),
            (int) from.u32(),
            from.u32(),
            from.u32(),
            from.u16(),
            from.u16(),
            from.u16(),
            from.time(),
            Item.readAll(from));
    return from.isDone() ? Optional.of(location) : Optional.empty();
  }
}
