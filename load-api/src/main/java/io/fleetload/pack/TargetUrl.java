// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import io.fleetload.process.UsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * URL of a system under test, as the command line has it.
 *
 * @param scheme the part before {@code ://}
 * @param host a name or an IP, IPv6 in brackets; empty for a system that is started for the run
 * @param port of the URL, or that of its kind
 * @param path with its slash; empty for none
 */
public record TargetUrl(String scheme, String host, int port, String path) {
  private static final Pattern START = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");
  private static final Pattern PLACE =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])?(?::([0-9]{1,5}))?(/[^?#]*)?");
  private static final int HIGHEST_PORT = 65_535;

  /** The scheme of a word that is a URL; null for any other word. */
  public static String schemeOf(String word) {
    Matcher start = START.matcher(word);
    return start.matches() ? start.group(1) : null;
  }

  /**
   * Reads a URL.
   *
   * @param url a word with a scheme
   * @throws UsageException with one line if it is of no use
   */
  public static TargetUrl of(String url, LineForm.UrlKind kind) throws UsageException {
    String start = kind.scheme() + "://";
    String rest = url.substring(start.length());
    if (rest.contains("@")) {
      // What is before it may be a password.
      throw new UsageException(
          start
              + ": leave out what is before the @: a password on a command line can be read by"
              + " others; options name the variables of the environment that have it");
    }
    Matcher place = PLACE.matcher(rest);
    if (!place.matches()) {
      throw new UsageException("%s: found \"%s\", expected %s".formatted(start, rest, form(kind)));
    }
    String host = place.group(1) == null ? "" : place.group(1);
    String path = place.group(3) == null || place.group(3).equals("/") ? "" : place.group(3);
    if (!path.isEmpty() && !kind.path()) {
      throw new UsageException(
          "%s: leave out \"%s\"; expected %s".formatted(start, path, form(kind)));
    }
    if (host.isEmpty()) {
      if (place.group(2) != null || !path.isEmpty()) {
        throw new UsageException("%s: write a host, %s".formatted(start, form(kind)));
      }
      return new TargetUrl(kind.scheme(), "", 0, "");
    }
    return new TargetUrl(kind.scheme(), host, port(place.group(2), kind), path);
  }

  private static int port(String digits, LineForm.UrlKind kind) throws UsageException {
    if (digits == null && kind.port() == null) {
      throw new UsageException("%s://: write the port, %s".formatted(kind.scheme(), form(kind)));
    }
    int port = digits == null ? kind.port() : Integer.parseInt(digits);
    if (port < 1 || port > HIGHEST_PORT) {
      throw new UsageException(
          "%s://: found port %s, expected 1 to %s".formatted(kind.scheme(), digits, HIGHEST_PORT));
    }
    return port;
  }

  private static String form(LineForm.UrlKind kind) {
    return "%s://host%s%s"
        .formatted(
            kind.scheme(), kind.port() == null ? ":port" : "[:port]", kind.path() ? "[/path]" : "");
  }

  /** Returns whether it names no host, so that the system is started for the run. */
  public boolean isEmbedded() {
    return host.isEmpty();
  }

  /** The address, {@code host:port}. */
  public String address() {
    return host + ":" + port;
  }
}
