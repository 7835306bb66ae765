// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.Locale;

/**
 * A figure of a run that others have too.
 *
 * @param group the flow or the part of the result that it is of
 * @param name its name there
 * @param unit its unit
 * @param better which way is better
 */
record Figure(String group, String name, Unit unit, Better better) {

  /** What a figure counts, and how much of it is too little to judge. */
  enum Unit {
    RATE("/s", 0),
    /** 0 to 1, shown in percent; one of 10,000 is too little. */
    SHARE(" %", 0.0001),
    /** Milliseconds; one of them is too little, however large its share. */
    MILLIS(" ms", 1),
    /** Of a million messages. */
    PER_MILLION(" /M", 0),
    /** Of a million messages, of what a target may do now and then: as with a share. */
    SOME_PER_MILLION(" /M", 100),
    NUMBER("", 0);

    private final String sign;
    private final double least;

    Unit(String sign, double least) {
      this.sign = sign;
      this.least = least;
    }

    /** The smallest difference that is judged. */
    double least() {
      return least;
    }

    /** A value with its unit, in as many digits as say something. */
    String text(double value) {
      double shown = this == SHARE ? value * 100 : value;
      return digits(shown) + sign;
    }

    /** A value without its unit. */
    String plain(double value) {
      return digits(this == SHARE ? value * 100 : value);
    }

    private String digits(double value) {
      double size = Math.abs(value);
      if (value == Math.rint(value) && (this == NUMBER || size >= 100)) {
        return String.format(Locale.ROOT, "%.0f", value);
      }
      return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 1_000 ? "%.1f" : "%.0f", value);
    }
  }

  /** Which way a figure is better. */
  enum Better {
    HIGHER,
    LOWER,
    /** Neither: it is shown and not judged. */
    NEITHER
  }
}
