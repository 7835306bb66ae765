// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

/** The one form in which a wrong value is reported. */
final class ValueError {
  private ValueError() {}

  static String found(Object found, String expected) {
    return "found \"" + found + "\", expected " + expected;
  }
}
