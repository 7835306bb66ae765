// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import java.util.List;

/**
 * The names of a fleet's devices, made of their indexes.
 *
 * @param pattern text with {@code {index}} for the index, or once {@code {index:8}} for the index
 *     with leading zeros up to 8 digits; of a fleet with several such texts, each later one follows
 *     {@code |FIRST|}, with the index of the first device that it is for
 */
public record DeviceNames(String pattern) {
  private static final String PLAIN = "{index}";
  private static final String PADDED = "{index:";
  private static final char RANGE = '|';

  /**
   * The pattern of a fleet of several parts.
   *
   * @param first index of each part's first device; the first one is 0
   * @param patterns that of each part
   */
  public static String ofRanges(List<Integer> first, List<String> patterns) {
    StringBuilder pattern = new StringBuilder(patterns.get(0));
    for (int i = 1; i < patterns.size(); i++) {
      if (!patterns.get(i).equals(patterns.get(i - 1))) {
        pattern.append(RANGE).append(first.get(i)).append(RANGE).append(patterns.get(i));
      }
    }
    return pattern.toString();
  }

  /** The name of the device with that index, which counts from 0. */
  public String of(int index) {
    int end = pattern.indexOf(RANGE);
    int begin = 0;
    while (end >= 0) {
      int first = pattern.indexOf(RANGE, end + 1);
      if (index < Integer.parseInt(pattern, end + 1, first, 10)) {
        return of(pattern.substring(begin, end), index);
      }
      begin = first + 1;
      end = pattern.indexOf(RANGE, begin);
    }
    return of(pattern.substring(begin), index);
  }

  private static String of(String pattern, int index) {
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
