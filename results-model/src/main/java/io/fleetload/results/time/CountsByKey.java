// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import java.util.Map;
import java.util.TreeMap;

/** Counts by cause, or by whatever else their key is. */
public final class CountsByKey {
  private CountsByKey() {}

  public static <K extends Comparable<K>> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
    Map<K, Long> sum = new TreeMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }
}
