// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

/**
 * The names of a fleet's devices, made of their indexes.
 *
 * @param pattern text with {@code {index}} for the index, or once {@code {index:8}} for the index
 *     with leading zeros up to 8 digits
 */
public record DeviceNames(String pattern) {
  private static final String PLAIN = "{index}";
  private static final String PADDED = "{index:";

  /** The name of the device with that index, which counts from 0. */
  public String of(int index) {
    String number = Integer.toString(index);
    int begin = pattern.indexOf(PADDED);
    if (begin < 0) {
      return pattern.replace(PLAIN, number);
    }
    int end = pattern.indexOf('}', begin);
    int digits = Integer.parseInt(pattern.substring(begin + PADDED.length(), end));
    return pattern.substring(0, begin)
        + "0".repeat(Math.max(0, digits - number.length()))
        + number
        + pattern.substring(end + 1);
  }
}
