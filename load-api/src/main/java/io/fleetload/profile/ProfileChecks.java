// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

/** Takes the problems that a profile's own checks find; it knows the line of every key path. */
@FunctionalInterface
public interface ProfileChecks {
  /**
   * Notes a problem.
   *
   * @param path the key path, dots between
   * @param message what was found and what is allowed
   */
  void problem(String path, String message);
}
