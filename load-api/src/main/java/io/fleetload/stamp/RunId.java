// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import java.util.random.RandomGenerator;

/**
 * Identifies a run on the wire and in its books: a number of 32 bits, which fits every stamp. It
 * has one written form: hexadecimal, lower case, without leading zeros.
 *
 * @param number the 32 bits, unsigned
 */
public record RunId(int number) {
  /** Number of hexadecimal digits of 32 bits. */
  private static final int MOST_DIGITS = 8;

  /** Form that messages ask the user for. */
  private static final String EXPECTED = "expected 1 to 8 hexadecimal digits, such as 1f00a";

  /** A random one. */
  public static RunId drawn(RandomGenerator random) {
    return new RunId(random.nextInt());
  }

  /**
   * Reads any of its forms: capitals and leading zeros change nothing.
   *
   * @throws IllegalArgumentException if the text is not a run id, with what was found and what was
   *     expected
   */
  public static RunId parse(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS) {
      throw wrong(text);
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      // Not Character.digit, which takes the digits of other scripts as well.
      int digit = digit(text.charAt(i));
      if (digit < 0) {
        throw wrong(text);
      }
      number = (number << 4) | digit;
    }
    return new RunId(number);
  }

  private static int digit(char each) {
    if (each >= '0' && each <= '9') {
      return each - '0';
    }
    if (each >= 'a' && each <= 'f') {
      return each - 'a' + 10;
    }
    return each >= 'A' && each <= 'F' ? each - 'A' + 10 : -1;
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException("found \"" + text + "\", " + EXPECTED);
  }

  /** Its written form. */
  @Override
  public String toString() {
    return Integer.toHexString(number);
  }
}
