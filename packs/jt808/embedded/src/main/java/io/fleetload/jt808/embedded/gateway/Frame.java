// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.netmc.core.model.Message;
import io.github.yezhihao.protostar.annotation.Field;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** A message: the header's fields as protostar reads and writes them, and the body's bytes. */
public final class Frame implements Message {
  /** Versions of the header, as bit 14 of the properties has it. */
  static final int VERSION_2013 = 0;

  static final int VERSION_2019 = 1;

  private static final int LENGTH = 0x03ff;
  private static final int FRAGMENT = 0x2000;
  private static final int VERSION = 0x4000;

  /** The properties of a request that its answer repeats: version, and whether RSA. */
  private static final int REPEATED = 0x4400;

  @Field(length = 2)
  int id;

  @Field(length = 2)
  int properties;

  @Field(length = 1, version = VERSION_2019)
  int protocolVersion = 1;

  @Field(length = 6, charset = "BCD", version = VERSION_2013)
  @Field(length = 10, charset = "BCD", version = VERSION_2019)
  String phone;

  @Field(length = 2)
  int serial;

  byte[] body = {};

  /** For protostar. */
  public Frame() {}

  /** A message to the terminal that sent this one, with the properties that its messages have. */
  Frame to(int messageId, int serialNumber, byte[] bytes) {
    Frame frame = new Frame();
    frame.id = messageId;
    frame.properties = (properties & REPEATED) | bytes.length;
    frame.phone = phone;
    frame.serial = serialNumber;
    frame.body = bytes;
    return frame;
  }

  /** The same message with the body that its fragments have together. */
  Frame joined(byte[] whole) {
    Frame frame = new Frame();
    frame.id = id;
    frame.properties = properties & ~FRAGMENT;
    frame.phone = phone;
    frame.serial = serial;
    frame.body = whole;
    return frame;
  }

  static int version(int properties) {
    return (properties & VERSION) == 0 ? VERSION_2013 : VERSION_2019;
  }

  static boolean fragment(int properties) {
    return (properties & FRAGMENT) != 0;
  }

  int version() {
    return version(properties);
  }

  boolean fragment() {
    return fragment(properties);
  }

  int bodyLength() {
    return properties & LENGTH;
  }

  /** Takes the body from the bytes that follow the header. */
  void readBody(ByteBuf rest) {
    body = ByteBufUtil.getBytes(rest);
  }

  /** The phone, without leading zeros. */
  @Override
  public String getClientId() {
    return phone;
  }

  @Override
  public int getMessageId() {
    return id;
  }

  @Override
  public int getSerialNo() {
    return serial;
  }
}
