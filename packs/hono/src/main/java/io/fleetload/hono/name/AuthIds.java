// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.name;

/**
 * Form by which Hono finds the credentials of a session: their type, and the auth-id, which is the
 * name or holds it.
 *
 * @param type the type of the credentials
 * @param before the text before the name
 * @param after the text after it
 */
public record AuthIds(String type, String before, String after) {
  /** Pre-shared keys. */
  public static final AuthIds KEYS = new AuthIds("psk", "", "");

  /**
   * Certificates: the auth-id is their subject (RFC 2253). No name of a profile needs an escape in
   * it.
   */
  public static AuthIds ofCertificates(String tenant) {
    return new AuthIds("x509-cert", "CN=", ",O=" + tenant);
  }

  /** The auth-id of a name. */
  public String of(String name) {
    return before + name + after;
  }

  /** The name in an auth-id; an empty one where it is of another form. */
  public String name(String authId) {
    return authId.length() > before.length() + after.length()
            && authId.startsWith(before)
            && authId.endsWith(after)
        ? authId.substring(before.length(), authId.length() - after.length())
        : "";
  }
}
