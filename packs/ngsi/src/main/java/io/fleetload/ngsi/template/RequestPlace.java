// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.body.Place;
import io.fleetload.body.TemplateException;
import io.fleetload.stamp.AsciiText;
import java.nio.charset.StandardCharsets;

/** The places of a request of HTTP that are not its body. */
enum RequestPlace implements Place {
  /** In the target of a request. */
  PATH,
  /** At the beginning of the target of a request: its value is a URL, or the beginning of one. */
  URL,
  /** In the value of a header. */
  HEADER;

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /**
   * The characters that RFC 3986 does not reserve, and the colon, which is in every URN and
   * reserved for none.
   */
  private static final String AS_IT_IS = "-._~:";

  /**
   * The characters that cannot be in a request line (RFC 3986, 2); a percent sign was written on
   * purpose.
   */
  private static final String NEVER_IN_A_PATH = "\"<>\\^`{|}#";

  @Override
  public byte[] encoded(String value) {
    return switch (this) {
      case PATH -> percent(value, false);
      case URL -> percent(withoutOrigin(value), true);
      case HEADER -> header(value);
    };
  }

  @Override
  public byte[] written(String text) throws TemplateException {
    if (this != HEADER) {
      return percent(text, true);
    }
    if (text.chars().anyMatch(each -> each < ' ' || each == 0x7f)) {
      throw new TemplateException("a header has no line break and no other control character");
    }
    return text.getBytes(StandardCharsets.UTF_8);
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
