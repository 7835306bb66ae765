// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** A neighbor rule; the MAC addresses of a written one have its message's stamp. */
record ArionRule(
    int operation,
    String ip,
    String host,
    String mac,
    int tunnel,
    String hostMac,
    String group,
    long version) {
  static final int DELETE = 4;

  static ArionRule written(UnknownFieldSet state, long version) {
    UnknownFieldSet neighbor = only(state, 2);
    UnknownFieldSet address = only(neighbor, 10);
    return new ArionRule(
        1,
        text(address, 3),
        text(neighbor, 9),
        text(neighbor, 7),
        (int) number(address, 5, 0),
        text(neighbor, 8),
        text(address, 4),
        version);
  }

  String key() {
    return key(tunnel, ip);
  }

  boolean isMarker() {
    return ip.startsWith("241.");
  }

  /** Whether a measured message wrote it: both addresses are local ones, and the top bit is set. */
  boolean isMeasured() {
    return ((bits(mac) >>> 40) & 3) == 2 && (bits(mac) >>> 47) == 1;
  }

  /** The number of its message: 31 bits, 14 above the lowest. */
  int n() {
    return (int) ((payload(mac) >>> 14) & Integer.MAX_VALUE);
  }

  ArionRule with(String otherIp, String otherHost, String otherMac, String otherHostMac) {
    return new ArionRule(
        operation, otherIp, otherHost, otherMac, tunnel, otherHostMac, group, version);
  }

  ArionRule withHost(String other) {
    return with(ip, other, mac, hostMac);
  }

  ArionRule withMac(String other) {
    return with(ip, host, other, hostMac);
  }

  ArionRule withHostMac(String other) {
    return with(ip, host, mac, other);
  }

  ArionRule of(String otherGroup) {
    return new ArionRule(operation, ip, host, mac, tunnel, hostMac, otherGroup, version);
  }

  ArionRule deleted(long with) {
    return new ArionRule(DELETE, ip, host, mac, tunnel, hostMac, group, with);
  }

  UnknownFieldSet message() {
    return number(1, operation).toBuilder()
        .mergeFrom(text(2, ip))
        .mergeFrom(text(3, host))
        .mergeFrom(text(4, mac))
        .mergeFrom(number(5, tunnel))
        .mergeFrom(text(6, hostMac))
        .mergeFrom(text(7, group))
        .mergeFrom(number(8, version))
        .build();
  }

  static String key(int tunnel, String ip) {
    return tunnel + "-" + ip;
  }

  /** The 48 bits of a MAC address. */
  static long bits(String mac) {
    return Long.parseLong(mac.replace(":", ""), 16);
  }

  static String mac(long bits) {
    return String.format(Locale.ROOT, "%012x", bits & 0xffff_ffff_ffffL)
        .replaceAll("(..)(?!$)", "$1:");
  }

  /** The 46 bits that a local unicast address leaves free. */
  static long payload(String mac) {
    long bits = bits(mac);
    return ((bits >>> 42) << 40) | (bits & 0xff_ffff_ffffL);
  }

  static UnknownFieldSet fields(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException(e);
    }
  }

  static UnknownFieldSet only(UnknownFieldSet message, int field) {
    return fields(message.getField(field).getLengthDelimitedList().get(0).toByteArray());
  }

  static String text(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().get(0).toStringUtf8();
  }

  static long number(UnknownFieldSet message, int field, long missing) {
    List<Long> values = message.getField(field).getVarintList();
    return values.isEmpty() ? missing : values.get(0);
  }

  static UnknownFieldSet number(int field, long value) {
    return UnknownFieldSet.newBuilder().mergeVarintField(field, (int) value).build();
  }

  static UnknownFieldSet text(int field, String value) {
    return bytes(field, ByteString.copyFromUtf8(value));
  }

  static UnknownFieldSet message(int field, UnknownFieldSet value) {
    return bytes(field, value.toByteString());
  }

  static UnknownFieldSet bytes(int field, ByteString value) {
    return UnknownFieldSet.newBuilder()
        .addField(field, UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build())
        .build();
  }

  static UnknownFieldSet merged(UnknownFieldSet one, UnknownFieldSet other) {
    return UnknownFieldSet.newBuilder(one).mergeFrom(other).build();
  }
}
