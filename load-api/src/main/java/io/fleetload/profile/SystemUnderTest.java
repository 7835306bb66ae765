// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

/** The system under test, as a profile names it. */
@FunctionalInterface
public interface SystemUnderTest {
  /** What it is and where, for a reader and without an address. */
  String described();
}
