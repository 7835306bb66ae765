// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

/** The system under test, as a profile names it. */
@FunctionalInterface
public interface SystemUnderTest {
  /** Name and place of the system, for a reader and without an address. */
  String described();
}
