// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

/** Part of the books that a message belongs to, by its due time. */
public enum Period {
  /** Due before the measured phase. */
  WARM_UP('w'),
  /** Due in the measured phase. */
  MEASURED('m');

  private final char letter;

  Period(char letter) {
    this.letter = letter;
  }

  char letter() {
    return letter;
  }

  static Period of(char letter) {
    for (Period each : values()) {
      if (each.letter == letter) {
        return each;
      }
    }
    throw new IllegalArgumentException("no period " + letter);
  }
}
