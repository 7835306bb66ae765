// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule.trace;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/** Reads the times of a trace, which count from the first one: seconds, or times of ISO 8601. */
final class TraceClock {
  private static final long NANOS = 1_000_000_000L;
  private static final int MOST_DIGITS = 10;
  private static final int MOST_DECIMALS = 9;
  private static final String EXPECTED =
      "expected seconds such as 12.5, or a time such as 2026-11-27T07:30:00.5Z";

  /** The first time; {@link Long#MIN_VALUE} before it. */
  private long first = Long.MIN_VALUE;

  private boolean seconds;

  /**
   * The time that some bytes say, from the first one, ns; below 0 if it was before that.
   *
   * @throws IllegalArgumentException with words for the user if they say no time
   */
  long nanos(byte[] line, int begin, int end) {
    if (first == Long.MIN_VALUE) {
      seconds = seconds(line, begin, end) >= 0;
      first = time(line, begin, end);
    }
    return time(line, begin, end) - first;
  }

  private long time(byte[] line, int begin, int end) {
    long time = seconds ? seconds(line, begin, end) : instant(line, begin, end);
    if (time < 0) {
      throw new IllegalArgumentException(
          "found \"%s\" as the time, %s"
              .formatted(new String(line, begin, end - begin, StandardCharsets.UTF_8), EXPECTED));
    }
    return time;
  }

  /** Seconds with decimals, in ns; -1 for other bytes. */
  private static long seconds(byte[] line, int begin, int end) {
    int at = begin;
    long whole = 0;
    while (at < end && line[at] >= '0' && line[at] <= '9') {
      whole = 10 * whole + line[at++] - '0';
      if (at - begin > MOST_DIGITS) {
        return -1;
      }
    }
    if (at == begin || whole >= Long.MAX_VALUE / NANOS) {
      return -1;
    }
    if (at == end) {
      return whole * NANOS;
    }
    if (line[at++] != '.' || at == end || end - at > MOST_DECIMALS) {
      return -1;
    }
    long part = 0;
    for (int i = 0; i < MOST_DECIMALS; i++) {
      int digit = at + i < end ? line[at + i] - '0' : 0;
      if (digit < 0 || digit > 9) {
        return -1;
      }
      part = 10 * part + digit;
    }
    return whole * NANOS + part;
  }

  /** A time of ISO 8601 with its zone, in ns since the epoch; -1 for other bytes. */
  private static long instant(byte[] line, int begin, int end) {
    try {
      Instant time = Instant.parse(new String(line, begin, end - begin, StandardCharsets.US_ASCII));
      return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      return -1;
    }
  }
}
