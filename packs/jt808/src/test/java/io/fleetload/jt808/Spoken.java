// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * A frame as a platform of these tests reads and writes it, by code of its own.
 *
 * @param head id, properties, version and phone number in hexadecimal
 * @param total fragments of the message; 0 where it has none
 * @param body in hexadecimal
 */
public record Spoken(int id, String head, int serial, int total, int number, String body) {
  private static final int FRAGMENT = 0x2000;
  private static final int OF_2019 = 0x4000;

  /** Of what stands between two flags. */
  static Spoken read(byte[] escaped) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    int sum = 0;
    for (int i = 0; i < escaped.length; i++) {
      int octet = escaped[i] == 0x7d ? 0x7c + escaped[++i] : escaped[i] & 0xff;
      plain.write(octet);
      sum ^= octet;
    }
    if (sum != 0) {
      throw new AssertionError("wrong checksum: " + HexFormat.of().formatHex(escaped));
    }
    String hex = HexFormat.of().formatHex(plain.toByteArray());
    int properties = number(hex, 4);
    int serialAt = (properties & OF_2019) == 0 ? 20 : 30;
    boolean isFragment = (properties & FRAGMENT) != 0;
    int bodyAt = serialAt + (isFragment ? 12 : 4);
    return new Spoken(
        number(hex, 0),
        hex.substring(0, serialAt),
        number(hex, serialAt),
        isFragment ? number(hex, serialAt + 4) : 0,
        isFragment ? number(hex, serialAt + 8) : 0,
        hex.substring(bodyAt, hex.length() - 2));
  }

  private static int number(String hex, int at) {
    return Integer.parseInt(hex.substring(at, at + 4), 16);
  }

  /** A message for the terminal that this one came from. */
  public Spoken answer(int answerId, String answerBody) {
    return new Spoken(answerId, head, 0, 0, 0, answerBody);
  }

  /** The platform's general answer. */
  public Spoken acknowledged(int result) {
    return answer(0x8001, "%04x%04x%02x".formatted(serial, id, result));
  }

  /** The same as one fragment of several. */
  public Spoken fragment(int of, int place, int itsSerial, String part) {
    return new Spoken(id, head, itsSerial, of, place, part);
  }

  /** The bytes for the wire, in hexadecimal. */
  String bytes() {
    int properties = body.length() / 2 | (total > 0 ? FRAGMENT : 0) | (number(head, 4) & OF_2019);
    String fragment = total > 0 ? "%04x%04x".formatted(total, number) : "";
    String plain =
        "%04x%04x%s%04x%s%s".formatted(id, properties, head.substring(8), serial, fragment, body);
    int sum = 0;
    StringBuilder escaped = new StringBuilder("7e");
    for (byte each : HexFormat.of().parseHex(plain)) {
      sum ^= each & 0xff;
      escaped.append(escaped(each & 0xff));
    }
    return escaped.append(escaped(sum)).append("7e").toString();
  }

  private static String escaped(int octet) {
    return octet == 0x7e ? "7d02" : octet == 0x7d ? "7d01" : "%02x".formatted(octet);
  }
}
