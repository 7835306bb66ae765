// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import java.util.List;

/**
 * Values of one key, one for each run of a series.
 *
 * @param over the key
 * @param values as they were written, in the order of the runs
 * @param numbers the same as numbers of one unit; empty if some are not numbers
 */
public record Variation(Repeat.VariedKey over, List<String> values, List<Double> numbers) {
  /** Copies what it is given. */
  public Variation {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }

  /** The number of the value with that place, from 0 on; null if the values are no numbers. */
  Double number(int place) {
    return numbers.isEmpty() ? null : numbers.get(place);
  }
}
