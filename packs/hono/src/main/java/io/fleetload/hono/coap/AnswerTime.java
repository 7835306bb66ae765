// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.stamp.Stamp;

/**
 * Time at which Hono's CoAP adapter answers, by its own clock. A request asks for it with {@link
 * #QUERY}, and each answer of the adapter has the option then, with ms since the epoch
 * (https://www.eclipse.org/hono/docs/user-guide/coap-adapter/).
 */
public final class AnswerTime {
  /** Part of a request's query that asks for the time. */
  public static final String QUERY = "hono-time";

  /** Number of the option that has it. */
  public static final int OPTION = 0xfde8;

  /** The steps of the time: 1 ms. */
  public static final long STEP_NANOS = 1_000_000L;

  private AnswerTime() {}

  /**
   * The time of an option, ns since the epoch; {@link Stamp#UNKNOWN} if its value is no such time.
   *
   * @param from where its value begins
   * @param length of its value, in bytes
   */
  public static long of(byte[] bytes, int from, int length) {
    if (length > Long.BYTES) {
      return Stamp.UNKNOWN;
    }
    long millis = 0;
    for (int i = from; i < from + length; i++) {
      millis = (millis << 8) | (bytes[i] & 0xff);
    }
    return millis < 0 || millis > Long.MAX_VALUE / STEP_NANOS ? Stamp.UNKNOWN : millis * STEP_NANOS;
  }
}
