// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

/** How a profile writes an address: a name or an IP, IPv6 in brackets, and a port. */
public final class HostPort {
  /** One address, as a regular expression. */
  public static final String FORM = "([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}";

  /** One address or several with commas, as a regular expression. */
  public static final String LIST = FORM + "(," + FORM + ")*";

  /** What is expected where {@link #LIST} is broken. */
  public static final String LIST_EXPECTED = "host:port, several with commas";

  private static final int HIGHEST_PORT = 65_535;

  private HostPort() {}

  /**
   * Notes a port that there is none of.
   *
   * @param path the key of the addresses
   * @param addresses of the form of {@link #LIST}
   */
  public static void check(String path, String addresses, ProfileChecks checks) {
    for (String each : addresses.split(",")) {
      int port = Integer.parseInt(each.substring(each.lastIndexOf(':') + 1));
      if (port < 1 || port > HIGHEST_PORT) {
        checks.problem(path, "found port " + port + ", expected 1 to " + HIGHEST_PORT);
      }
    }
  }
}
