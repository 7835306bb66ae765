// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

/** What a bad wire does to a datagram. */
@FunctionalInterface
interface WireWeather {
  WireWeather FINE = (fromDevice, number) -> Fate.ARRIVES;

  /** Its fate, by its direction and its number in it, from 0. */
  Fate fate(boolean fromDevice, int number);

  /** A datagram's fate. */
  enum Fate {
    ARRIVES,
    IS_LOST,
    ARRIVES_TWICE,
    /** Behind the next one of its direction. */
    IS_OVERTAKEN
  }
}
