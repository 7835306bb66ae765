// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

/**
 * Where a terminal is, which is its stamp.
 *
 * @param bits 27 of the longitude below 26 of the latitude: of these the highest is the period, the
 *     next two are the flow, those behind are the run's, and 8 above the 24 of the time number the
 *     terminal's messages, of which a run of the test has fewer than 64
 */
record Jt808Position(String phone, long bits) {
  boolean isMeasured() {
    return bits >>> 52 == 1;
  }

  boolean isLocation() {
    return ((bits >>> 50) & 3) == 0;
  }

  int terminal() {
    return Integer.parseInt(phone.substring(3));
  }

  /** Its number among the messages of all terminals. */
  int number() {
    return (int) ((bits >>> 24) & 0xff) * 10 + terminal();
  }

  Jt808Position flipped(int bit) {
    return new Jt808Position(phone, bits ^ (1L << bit));
  }

  Jt808Position moved(long north) {
    return new Jt808Position(phone, bits + (north << 27));
  }

  Jt808Position of(String other) {
    return new Jt808Position(other, bits);
  }

  long latitude() {
    return bits >>> 27;
  }

  String text() {
    return phone + "," + latitude() + "," + (bits & ((1L << 27) - 1));
  }
}
