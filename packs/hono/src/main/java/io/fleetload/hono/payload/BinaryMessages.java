// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import io.fleetload.stamp.CompactStamp;
import io.fleetload.stamp.Stamp;
import java.util.Random;

/** Messages that are only bytes: a compact stamp, and readings that mean nothing up to the size. */
public final class BinaryMessages {
  private final CompactStamp stamps;
  private final byte[] readings;

  /**
   * Messages of one flow.
   *
   * @param stamps how they are stamped
   * @param bytes their exact size, at least {@link CompactStamp#BYTES}
   * @param seed seed of the readings
   */
  public BinaryMessages(CompactStamp stamps, int bytes, long seed) {
    this.stamps = stamps;
    this.readings = new byte[bytes];
    new Random(seed).nextBytes(readings);
  }

  /** A message. */
  public byte[] reading(Stamp stamp) {
    byte[] body = readings.clone();
    stamps.write(stamp, body);
    return body;
  }
}
