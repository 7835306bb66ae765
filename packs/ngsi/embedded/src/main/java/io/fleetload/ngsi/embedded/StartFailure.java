// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

/** Why the broker is not up, in one line that says what to change. */
final class StartFailure extends Exception {
  private static final long serialVersionUID = 1;

  StartFailure(String line, Throwable cause) {
    super(line.replaceAll("\\s+", " ").strip(), cause);
  }
}
