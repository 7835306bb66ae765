// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

import java.util.regex.Pattern;

/**
 * Form by which Hono finds the credentials of a session: their type, and the auth-id, which is the
 * name or holds it.
 *
 * @param type the type of the credentials
 * @param before the text before the name
 * @param after the text after it
 */
public record AuthIds(String type, String before, String after) {
  /** Characters that have a backslash before them in a subject. */
  private static final Pattern ESCAPED = Pattern.compile("[,=+<>#;\"\\\\]");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

  /** Pre-shared keys. */
  public static final AuthIds KEYS = new AuthIds("psk", "", "");

  /**
   * Certificates: the auth-id is their subject, as {@link
   * javax.security.auth.x500.X500Principal#getName()} and so Hono writes it (RFC 2253).
   */
  public static AuthIds ofCertificates(String tenant) {
    return new AuthIds("x509-cert", "CN=", ",O=" + tenant);
  }

  /** The auth-id of a name. */
  public String of(String name) {
    return begin(name) + after;
  }

  /** The beginning of the auth-ids of all names that begin so. */
  public String begin(String name) {
    return before + (before.isEmpty() ? name : ESCAPED.matcher(name).replaceAll("\\\\$0"));
  }

  /** The name in an auth-id; an empty one where it is of another form. */
  public String name(String authId) {
    return authId.length() > before.length() + after.length()
            && authId.startsWith(before)
            && authId.endsWith(after)
        ? plain(authId.substring(before.length(), authId.length() - after.length()))
        : "";
  }

  private String plain(String written) {
    return before.isEmpty() ? written : ESCAPE.matcher(written).replaceAll("$1");
  }
}
