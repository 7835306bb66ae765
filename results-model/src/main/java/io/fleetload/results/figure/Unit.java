// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.figure;

import java.util.Locale;

/** Unit of a figure. */
public enum Unit {
  /** A number of messages, sessions or whatever else the figure's name says. */
  COUNT(""),
  /** 0 to 1; a sign follows only where it is shown in percent. */
  SHARE(""),
  RATE("/s"),
  MILLIS(" ms"),
  SECONDS(" s"),
  BYTES(" B"),
  /** 10^6 bytes. */
  MEGABYTES(" MB"),
  /** Processor time for a million messages. */
  SECONDS_PER_MILLION(" s/M messages");

  private final String sign;

  Unit(String sign) {
    this.sign = sign;
  }

  /** Names it in a column of its own: {@code count}, {@code share}, or its sign. */
  public String word() {
    return sign.isEmpty() ? name().toLowerCase(Locale.ROOT) : sign.strip();
  }

  /** The sign after a value, with the space before it where there is one. */
  String sign() {
    return sign;
  }
}
