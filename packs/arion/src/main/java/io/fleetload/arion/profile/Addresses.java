// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import java.util.HexFormat;

/**
 * IPv4 and MAC addresses as numbers and as rules write them. A text that is no address reads as
 * {@link #NONE}.
 */
public final class Addresses {
  /** Value of a text that is no address. */
  public static final long NONE = -1;

  private static final int OCTETS = 4;
  private static final int MAC_OCTETS = 6;
  private static final int MAC_LENGTH = 3 * MAC_OCTETS - 1;
  private static final HexFormat HEX = HexFormat.of();

  private Addresses() {}

  /** An IPv4 address as text. */
  public static String ip(int ip) {
    return (ip >>> 24) + "." + ((ip >>> 16) & 0xff) + "." + ((ip >>> 8) & 0xff) + "." + (ip & 0xff);
  }

  /** A MAC address of 48 bits as text. */
  public static String mac(long mac) {
    StringBuilder text = new StringBuilder(MAC_LENGTH);
    for (int octet = MAC_OCTETS - 1; octet >= 0; octet--) {
      HEX.toHexDigits(text, (byte) (mac >>> (8 * octet)));
      if (octet > 0) {
        text.append(':');
      }
    }
    return text.toString();
  }

  /** The 32 bits of an IPv4 address. */
  public static long readIp(CharSequence text) {
    long ip = 0;
    int octet = -1;
    int octets = 0;
    for (int i = 0; i <= text.length(); i++) {
      char each = i == text.length() ? '.' : text.charAt(i);
      if (each == '.' && octet >= 0) {
        ip = (ip << 8) | octet;
        octet = -1;
        octets++;
      } else if (each >= '0' && each <= '9') {
        octet = Math.max(octet, 0) * 10 + each - '0';
        if (octet > 0xff) {
          return NONE;
        }
      } else {
        return NONE;
      }
    }
    return octets == OCTETS ? ip : NONE;
  }

  /** The 48 bits of a MAC address. */
  public static long readMac(CharSequence text) {
    if (text.length() != MAC_LENGTH) {
      return NONE;
    }
    long mac = 0;
    for (int i = 0; i < MAC_LENGTH; i++) {
      char each = text.charAt(i);
      if (i % 3 == 2) {
        if (each != ':') {
          return NONE;
        }
      } else if (HexFormat.isHexDigit(each)) {
        mac = (mac << 4) | HexFormat.fromHexDigit(each);
      } else {
        return NONE;
      }
    }
    return mac;
  }
}
