// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.ghz;

/** The status of a call as ghz names it, from the cause in the books. */
final class GhzStatus {
  static final String OK = "OK";
  private static final String GRPC = "protocol.grpc.";

  private GhzStatus() {}

  /** The status under which ghz counts a call that failed for that cause. */
  static String of(String cause) {
    if (cause.startsWith(GRPC)) {
      String name = cause.substring(GRPC.length());
      // The one name that Go spells otherwise than Java does.
      return name.equals("cancelled")
          ? "Canceled"
          : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
    if (cause.equals("transport.timeout")) {
      return "DeadlineExceeded";
    }
    // What an answer lacks does not show in its status.
    return cause.startsWith("transport.") ? "Unavailable" : OK;
  }
}
