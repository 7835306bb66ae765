// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import io.fleetload.profile.key.ProfileChecks;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Address, as a profile writes it: a name or an IP, IPv6 in brackets, and a port. */
public final class HostPort {
  /** One address, as a regular expression. */
  public static final String FORM = "([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}";

  /** One address or several with commas, as a regular expression. */
  public static final String LIST = FORM + "(," + FORM + ")*";

  /** Description of what is expected where {@link #LIST} is broken. */
  public static final String LIST_EXPECTED = "host:port, several with commas";

  /** Up to the port of a URL that names one. */
  private static final Pattern PORT_OF_URL =
      Pattern.compile(
          "[a-z][a-z0-9+.-]*://([^/?#@]*@)?(\\[[^\\]]*\\]|[^/?#:@]*):([0-9]+)(?![^/?#])");

  private static final int HIGHEST_PORT = 65_535;

  private HostPort() {}

  /**
   * Notes each port that is out of range.
   *
   * @param path the key of the addresses
   * @param addresses of the form of {@link #LIST}
   */
  public static void check(String path, String addresses, ProfileChecks checks) {
    for (String each : addresses.split(",")) {
      port(path, each.substring(each.lastIndexOf(':') + 1), checks);
    }
  }

  /**
   * Notes a port of a URL that is out of range. Other checks look whether it is a URL.
   *
   * @param path the key of the URL
   */
  public static void checkUrl(String path, String url, ProfileChecks checks) {
    Matcher found = PORT_OF_URL.matcher(url);
    if (found.lookingAt()) {
      port(path, found.group(3), checks);
    }
  }

  private static void port(String path, String digits, ProfileChecks checks) {
    if (!digits.matches("0*[1-9][0-9]{0,4}") || Integer.parseInt(digits) > HIGHEST_PORT) {
      checks.problem(path, "found port " + digits + ", expected 1 to " + HIGHEST_PORT);
    }
  }
}
