// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

/** Increase of a counter. One that fell belongs to a process that began again, from 0. */
final class Increase {
  private Double last;
  private Double sum;

  void at(Double value) {
    if (value == null) {
      return;
    }
    if (last != null) {
      sum = (sum == null ? 0 : sum) + (value >= last ? value - last : value);
    }
    last = value;
  }

  /** Null before the second value. */
  Double sum() {
    return sum;
  }
}
