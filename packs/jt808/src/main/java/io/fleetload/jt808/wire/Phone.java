// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.Arrays;

/** The phone number that names a terminal, as a header of its edition carries it. */
public final class Phone {
  private final Version version;
  private final byte[] digits;

  private Phone(Version version, byte[] digits) {
    this.version = version;
    this.digits = digits;
  }

  /**
   * A phone number; zeros are put before one that is shorter than its place.
   *
   * @throws IllegalArgumentException if it is not of digits only, or does not fit the edition
   */
  public static Phone of(Version version, String number) {
    int most = 2 * version.phoneBytes();
    if (number.isEmpty() || !number.chars().allMatch(each -> each >= '0' && each <= '9')) {
      throw new IllegalArgumentException(
          "the phone number \"" + number + "\" is not of digits alone; write 1 to " + most);
    }
    if (number.length() > most) {
      throw new IllegalArgumentException(
          "the phone number %s has %d digits, and %s has place for %d; write fewer"
              .formatted(number, number.length(), version, most));
    }
    byte[] digits = new byte[version.phoneBytes()];
    for (int i = 0; i < number.length(); i++) {
      int place = number.length() - 1 - i;
      int digit = number.charAt(place) - '0';
      digits[digits.length - 1 - i / 2] |= (byte) (digit << (i % 2 * 4));
    }
    return new Phone(version, digits);
  }

  /** The phone number that lies in a header, whatever its digits are. */
  static Phone in(Version version, byte[] bytes, int at) {
    return new Phone(version, Arrays.copyOfRange(bytes, at, at + version.phoneBytes()));
  }

  public Version version() {
    return version;
  }

  byte[] digits() {
    return digits;
  }

  boolean liesIn(byte[] bytes, int at) {
    return Arrays.equals(digits, 0, digits.length, bytes, at, at + digits.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Phone that
        && version == that.version
        && Arrays.equals(digits, that.digits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digits);
  }

  /** The number without the zeros before it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(2 * digits.length);
    for (byte each : digits) {
      text.append(Character.forDigit((each >> 4) & 15, 16))
          .append(Character.forDigit(each & 15, 16));
    }
    int zeros = 0;
    while (zeros < text.length() - 1 && text.charAt(zeros) == '0') {
      zeros++;
    }
    return text.substring(zeros);
  }
}
