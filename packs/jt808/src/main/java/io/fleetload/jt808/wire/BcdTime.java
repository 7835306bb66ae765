// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Times as the standard writes them: year to second, two decimal digits a byte, GMT+8. Thousands of
 * terminals write the same second, so the last one is kept.
 */
final class BcdTime {
  static final int BYTES = 6;

  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);
  private static final int CENTURY = 2000;

  private final byte[] last = new byte[BYTES];
  private long lastSecond = Location.NO_TIME;

  void put(long epochSecond, byte[] bytes, int at) {
    if (epochSecond != lastSecond) {
      encode(epochSecond);
      lastSecond = epochSecond;
    }
    System.arraycopy(last, 0, bytes, at, BYTES);
  }

  private void encode(long epochSecond) {
    if (epochSecond == Location.NO_TIME) {
      Arrays.fill(last, (byte) 0);
      return;
    }
    LocalDateTime local = LocalDateTime.ofEpochSecond(epochSecond, 0, BEIJING);
    last[0] = digits(local.getYear() % 100);
    last[1] = digits(local.getMonthValue());
    last[2] = digits(local.getDayOfMonth());
    last[3] = digits(local.getHour());
    last[4] = digits(local.getMinute());
    last[5] = digits(local.getSecond());
  }

  /** The time in seconds since 1970; {@link Location#NO_TIME} if the bytes are not a time. */
  static long read(byte[] bytes, int at) {
    int year = number(bytes[at]);
    int month = number(bytes[at + 1]);
    int day = number(bytes[at + 2]);
    int hour = number(bytes[at + 3]);
    int minute = number(bytes[at + 4]);
    int second = number(bytes[at + 5]);
    if (year < 0
        || isOutside(month, 1, 12)
        || isOutside(day, 1, YearMonth.of(CENTURY + year, month).lengthOfMonth())
        || isOutside(hour, 0, 23)
        || isOutside(minute, 0, 59)
        || isOutside(second, 0, 59)) {
      return Location.NO_TIME;
    }
    return LocalDateTime.of(CENTURY + year, month, day, hour, minute, second)
        .toEpochSecond(BEIJING);
  }

  private static boolean isOutside(int value, int least, int most) {
    return value < least || value > most;
  }

  private static byte digits(int number) {
    return (byte) (((number / 10) << 4) | (number % 10));
  }

  /** The number of two digits; -1 if they are not digits. */
  private static int number(byte digits) {
    int tens = (digits >> 4) & 15;
    int ones = digits & 15;
    return tens > 9 || ones > 9 ? -1 : 10 * tens + ones;
  }
}
