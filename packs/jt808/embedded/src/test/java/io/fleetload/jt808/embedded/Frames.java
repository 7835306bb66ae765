// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;

/** Frames of JT/T 808-2013 for tests, made without any codec of the server. */
final class Frames {
  private static final String PLACE = "01dc89d0073d8aa5";

  private Frames() {}

  static String registration(String phone, int serial) {
    return frame(0x0100, phone, serial, "002c012d" + "00".repeat(5 + 20 + 7) + "0141");
  }

  static String authentication(String phone, int serial, String code) {
    return frame(0x0102, phone, serial, HexFormat.of().formatHex(code.getBytes(US_ASCII)));
  }

  static String location(String phone, int serial) {
    return frame(0x0200, phone, serial, locationBody(PLACE));
  }

  static String locationBody(String place) {
    return "0000000000000003" + place + "000a0258005a261122173000";
  }

  static String batch(String phone, int serial, int locations) {
    String each = "001c" + locationBody(PLACE);
    return frame(0x0704, phone, serial, "%04x00".formatted(locations) + each.repeat(locations));
  }

  static String answer(String phone, int serial, int toSerial, int toId, int result) {
    return frame(0x8001, phone, serial, "%04x%04x%02x".formatted(toSerial, toId, result));
  }

  /** Any message; the phone has up to 12 digits. */
  static String frame(int id, String phone, int serial, String body) {
    return framed(head(id, body.length() / 2, phone, serial) + body);
  }

  /** A message whose properties say RSA; its body is plain all the same. */
  static String encrypted(int id, String phone, int serial, String body) {
    return framed(head(id, 0x0400 | body.length() / 2, phone, serial) + body);
  }

  /** A fragment with its number as serial number. */
  static String fragment(int id, String phone, int number, int total, String body) {
    int properties = 0x2000 | body.length() / 2;
    return framed(head(id, properties, phone, number) + "%04x%04x".formatted(total, number) + body);
  }

  private static String head(int id, int properties, String phone, int serial) {
    String digits = "0".repeat(12 - phone.length()) + phone;
    return "%04x%04x%s%04x".formatted(id, properties, digits, serial);
  }

  private static String framed(String plain) {
    int checksum = 0;
    for (byte each : HexFormat.of().parseHex(plain)) {
      checksum ^= each;
    }
    StringBuilder escaped = new StringBuilder("7e");
    for (byte each : HexFormat.of().parseHex(plain + "%02x".formatted(checksum & 0xff))) {
      escaped.append(each == 0x7e ? "7d02" : each == 0x7d ? "7d01" : "%02x".formatted(each));
    }
    return escaped.append("7e").toString();
  }
}
