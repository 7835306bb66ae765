// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.http;

import io.fleetload.driver.Cause;

/**
 * A whole response.
 *
 * @param status its status code
 * @param head its lines up to the empty one
 * @param body its body; empty for none
 * @param last whether the server closes the connection after it, or may do so
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record HttpResponse(int status, String head, byte[] body, boolean last) {
  private static final int OK = 200;
  private static final int MULTIPLE_CHOICES = 300;

  /** Returns whether the server did what was asked (RFC 9110, section 15.3). */
  public boolean isSuccess() {
    return status >= OK && status < MULTIPLE_CHOICES;
  }

  /**
   * The cause in the books of a status that is no success, for example {@code protocol.http.503}.
   */
  public Cause cause() {
    return new Cause.Protocol("http." + (status < 600 ? Integer.toString(status) : "other"));
  }

  /** The value of the first header with a name, in any case; null for none. */
  public String header(String name) {
    int line = head.indexOf('\n') + 1;
    while (line > 0 && line < head.length()) {
      int end = head.indexOf('\n', line);
      int colon = line + name.length();
      if (colon < end
          && head.charAt(colon) == ':'
          && head.regionMatches(true, line, name, 0, name.length())) {
        return head.substring(colon + 1, end).strip();
      }
      line = end + 1;
    }
    return null;
  }
}
