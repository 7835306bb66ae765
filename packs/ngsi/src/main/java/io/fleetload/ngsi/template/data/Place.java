// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.fleetload.stamp.AsciiText;
import java.nio.charset.StandardCharsets;

/** Where a placeholder stands: how a text is written there. */
public enum Place {
  /**
   * Alone in a string of JSON: the placeholder is the whole value, with quotes where it is a text.
   */
  JSON_VALUE,
  /** Among other characters in a string of JSON. */
  JSON_TEXT,
  /** In the target of a request. */
  PATH,
  /** At the beginning of the target of a request: its value is a URL, or the beginning of one. */
  URL,
  /** In the value of a header. */
  HEADER;

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /** What RFC 3986 does not reserve, and the colon, which is in every URN and reserved for none. */
  private static final String AS_IT_IS = "-._~:";

  /** What cannot be in a request line (RFC 3986, 2); a percent sign was written on purpose. */
  private static final String NEVER_IN_A_PATH = "\"<>\\^`{|}#";

  /** A text that was not in the template. */
  public byte[] encoded(String value) {
    return switch (this) {
      case JSON_VALUE -> quoted(value);
      case JSON_TEXT -> escaped(value);
      case PATH -> percent(value, false);
      case URL -> percent(withoutOrigin(value), true);
      case HEADER -> header(value);
    };
  }

  /** Quotes around what needs no other change. */
  public Piece quoted(Piece safe) {
    if (this != JSON_VALUE) {
      return safe;
    }
    return (values, index, text) -> {
      text.append('"');
      safe.append(values, index, text);
      text.append('"');
    };
  }

  private static byte[] escaped(String value) {
    char[] escaped = JsonStringEncoder.getInstance().quoteAsString(value);
    return new String(escaped).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] quoted(String value) {
    byte[] inside = JSON_TEXT.encoded(value);
    byte[] all = new byte[inside.length + 2];
    all[0] = '"';
    System.arraycopy(inside, 0, all, 1, inside.length);
    all[all.length - 1] = '"';
    return all;
  }

  /** What the user wrote into a path: only that is changed which cannot be in a request line. */
  public static byte[] writtenPath(String written) {
    return percent(written, true);
  }

  /** Without scheme and host: requests go to the target that the profile names. */
  private static String withoutOrigin(String url) {
    int host = url.indexOf("://");
    int path = host < 0 ? -1 : url.indexOf('/', host + 3);
    return host < 0 ? url : path < 0 ? "/" : url.substring(path);
  }

  private static byte[] percent(String value, boolean written) {
    AsciiText text = new AsciiText();
    for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
      if (written ? each > ' ' && each != 0x7f && !in(NEVER_IN_A_PATH, each) : unreserved(each)) {
        text.append((char) each);
      } else {
        text.append('%').append((char) HEX[(each >> 4) & 0xf]).append((char) HEX[each & 0xf]);
      }
    }
    return text.toBytes();
  }

  private static boolean unreserved(byte each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || in(AS_IT_IS, each);
  }

  private static boolean in(String characters, byte each) {
    return characters.indexOf(each) >= 0;
  }

  /** A line break in a value would begin another header. */
  private static byte[] header(String value) {
    StringBuilder safe = new StringBuilder(value);
    for (int i = 0; i < safe.length(); i++) {
      if (safe.charAt(i) < ' ' || safe.charAt(i) == 0x7f) {
        safe.setCharAt(i, ' ');
      }
    }
    return safe.toString().getBytes(StandardCharsets.UTF_8);
  }
}
