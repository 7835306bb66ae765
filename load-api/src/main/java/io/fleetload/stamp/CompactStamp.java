// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A stamp in the first 20 bytes of a body, for messages as small as sensors send them. Its first
 * byte, {@code 0xf8} and more, begins no text in UTF-8, so it cannot be taken for one.
 *
 * <p>Bytes: 1 mark with flow and period, 4 run, 4 number, 3 device, 6 intended time in steps of 4
 * µs since 2020 (until 2055), 2 how much later it was sent: a mantissa of 12 bits in µs, moved by
 * an exponent of 4 bits, which holds up to 134 s to one part in 2,000.
 */
public final class CompactStamp {
  /** Bytes of a stamp, and of the smallest body. */
  public static final int BYTES = 20;

  /** Flows that a stamp can tell apart. */
  public static final int MOST_FLOWS = 4;

  /** Devices that a stamp can tell apart. */
  public static final int MOST_DEVICES = 1 << 24;

  /** 2020-01-01T00:00:00Z. */
  private static final long EPOCH_NANOS = 1_577_836_800_000_000_000L;

  private static final long STEP_NANOS = 4_000;
  private static final int MARK = 0xf8;
  private static final int MANTISSA_BITS = 12;
  private static final int MOST_EXPONENT = 15;

  private final List<String> flows;

  /**
   * Stamps of these flows; both sides must name the same ones in the same order.
   *
   * @throws IllegalArgumentException if there are more than {@link #MOST_FLOWS}
   */
  public CompactStamp(List<String> flows) {
    if (flows.size() > MOST_FLOWS) {
      throw new IllegalArgumentException("more than " + MOST_FLOWS + " flows: " + flows);
    }
    this.flows = List.copyOf(flows);
  }

  /**
   * Writes a stamp at the beginning of a body.
   *
   * @throws IllegalArgumentException if the flow is not one of these
   */
  public void write(Stamp stamp, byte[] body) {
    int flow = flows.indexOf(stamp.flow());
    if (flow < 0) {
      throw new IllegalArgumentException("no compact stamp for the flow " + stamp.flow());
    }
    long due = (stamp.due() - EPOCH_NANOS) / STEP_NANOS;
    ByteBuffer.wrap(body)
        .put((byte) (MARK | (flow << 1) | (stamp.period() == Period.MEASURED ? 1 : 0)))
        .putInt(stamp.run().number())
        .putInt(stamp.n())
        .put((byte) (stamp.device() >> 16))
        .putShort((short) stamp.device())
        .putShort((short) (due >> 32))
        .putInt((int) due)
        .putShort((short) delay(Math.max(0, stamp.sent() - stamp.due()) / 1_000));
  }

  /** Finds the stamp at the beginning of a body; empty if there is no stamp. */
  public Optional<Stamp> find(byte[] body) {
    if (body.length < BYTES || (body[0] & MARK) != MARK) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(body);
    int mark = bytes.get();
    int flow = (mark >> 1) & 3;
    RunId run = new RunId(bytes.getInt());
    int n = bytes.getInt();
    int device = ((bytes.get() & 0xff) << 16) | (bytes.getShort() & 0xffff);
    long due =
        EPOCH_NANOS
            + (((bytes.getShort() & 0xffffL) << 32) | (bytes.getInt() & 0xffffffffL)) * STEP_NANOS;
    int delay = bytes.getShort() & 0xffff;
    if (flow >= flows.size() || n < 0) {
      return Optional.empty();
    }
    long sent = due + ((delay & 0xfffL) << (delay >> MANTISSA_BITS)) * 1_000;
    return Optional.of(
        new Stamp(
            run,
            flows.get(flow),
            (mark & 1) == 1 ? Period.MEASURED : Period.WARM_UP,
            device,
            n,
            due,
            sent));
  }

  private static int delay(long micros) {
    int exponent = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(micros) - MANTISSA_BITS);
    return exponent > MOST_EXPONENT
        ? 0xffff
        : (exponent << MANTISSA_BITS) | (int) (micros >> exponent);
  }
}
