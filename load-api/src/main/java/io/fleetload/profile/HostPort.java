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

  private HostPort() {}
}
