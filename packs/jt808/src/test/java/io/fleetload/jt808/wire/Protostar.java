// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import io.github.yezhihao.protostar.PrepareLoadStrategy;
import io.github.yezhihao.protostar.SchemaManager;
import io.github.yezhihao.protostar.annotation.Field;
import io.github.yezhihao.protostar.schema.MapSchema;
import io.github.yezhihao.protostar.schema.NumberSchema;
import io.github.yezhihao.protostar.schema.RuntimeSchema;
import io.github.yezhihao.protostar.schema.StringSchema;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A second codec: protostar, which the best known Java server of JT/T 808 is built on, with
 * messages annotated as its users do. Version 0 is 2013, and 1 is 2019. It leaves flags, escapes
 * and checksum to its user.
 */
final class Protostar {
  private final SchemaManager schemas = new SchemaManager();

  /** A header. */
  public static final class Header {
    @Field(length = 2)
    int id;

    @Field(length = 2)
    int properties;

    @Field(length = 1, version = 1)
    int protocolVersion;

    @Field(length = 6, charset = "BCD", version = 0)
    @Field(length = 10, charset = "BCD", version = 1)
    String phone;

    @Field(length = 2)
    int serial;

    @Field(length = 2)
    Integer total;

    @Field(length = 2)
    Integer number;
  }

  /** 0x0001 and 0x8001. */
  public static final class Answer {
    @Field(length = 2)
    int serial;

    @Field(length = 2)
    int id;

    @Field(length = 1)
    int result;
  }

  /** 0x0100. */
  public static final class Register {
    @Field(length = 2)
    int province;

    @Field(length = 2)
    int city;

    @Field(length = 5, version = 0)
    @Field(length = 11, version = 1)
    String maker;

    @Field(length = 20, version = 0)
    @Field(length = 30, version = 1)
    String model;

    @Field(length = 7, version = 0)
    @Field(length = 30, version = 1)
    String terminal;

    @Field(length = 1)
    int plateColor;

    @Field String plate = "";
  }

  /** 0x8100. */
  public static final class Registered {
    @Field(length = 2)
    int serial;

    @Field(length = 1)
    int result;

    @Field String code = "";
  }

  /** 0x0102. */
  public static final class Authenticate {
    @Field(version = 0)
    @Field(lengthUnit = 1, version = 1)
    String code = "";

    @Field(length = 15, version = 1)
    String imei = "";

    @Field(length = 20, version = 1)
    String software = "";
  }

  /** 0x0200. */
  public static final class Place {
    @Field(length = 4)
    int alarm;

    @Field(length = 4)
    int status;

    @Field(length = 4)
    long latitude;

    @Field(length = 4)
    long longitude;

    @Field(length = 2)
    int altitude;

    @Field(length = 2)
    int speed;

    @Field(length = 2)
    int direction;

    @Field(length = 6, charset = "BCD")
    LocalDateTime time;

    @Field(converter = Extras.class)
    Map<Number, Object> extras;
  }

  /** 0x0704. */
  public static final class Places {
    @Field(length = 2)
    int count;

    @Field(length = 1)
    int type;

    @Field(lengthUnit = 2)
    List<Place> places = List.of();
  }

  /** 0x8103. */
  public static final class Settings {
    @Field(totalUnit = 1, converter = Setting.class)
    Map<Number, Object> settings;
  }

  /** 0x8003 and 0x0005. */
  public static final class Missing {
    @Field(length = 2)
    int firstSerial;

    @Field(totalUnit = 1, version = 0)
    @Field(totalUnit = 2, version = 1)
    short[] numbers;
  }

  /** 0x8300. */
  public static final class Notice {
    @Field(length = 1)
    int flags;

    @Field(length = 1, version = 1)
    int type;

    @Field String text = "";
  }

  /** What locations say more. */
  public static final class Extras extends MapSchema<Number, Object> {
    public Extras() {
      super(NumberSchema.BYTE_INT, 1);
    }

    @Override
    protected void addSchemas(PrepareLoadStrategy<Number> all) {
      all.addSchema(Item.MILEAGE, NumberSchema.DWORD_LONG)
          .addSchema(Item.FUEL, NumberSchema.WORD_INT)
          .addSchema(Item.SIGNAL, NumberSchema.BYTE_INT);
    }
  }

  /** What a terminal can be set to. */
  public static final class Setting extends MapSchema<Number, Object> {
    static final int SERVER = 0x0013;

    public Setting() {
      super(NumberSchema.DWORD_INT, 1);
    }

    @Override
    protected void addSchemas(PrepareLoadStrategy<Number> all) {
      all.addSchema(Parameters.HEARTBEAT_INTERVAL, NumberSchema.DWORD_LONG)
          .addSchema(SERVER, StringSchema.GBK)
          .addSchema(Parameters.LOCATION_INTERVAL, NumberSchema.DWORD_LONG);
    }
  }

  Header header(int id, Phone phone, int serial) {
    Header header = new Header();
    header.id = id;
    header.properties = phone.version() == Version.V2019 ? FrameWriter.VERSION_BIT : 0;
    header.protocolVersion = number(phone.version());
    header.phone = phone.toString();
    header.serial = serial;
    return header;
  }

  String write(Header header, Object content) {
    Version version = version(header.properties);
    ByteBuf body = Unpooled.buffer();
    schema(content.getClass(), version).writeTo(body, content);
    header.properties |= body.readableBytes();
    ByteBuf all = Unpooled.buffer();
    schema(Header.class, version).writeTo(all, header);
    all.writeBytes(body);
    all.writeByte(checksum(all));
    // One after the other, as the standard has it: first 7d, then 7e.
    String plain = new String(ByteBufUtil.getBytes(all), StandardCharsets.ISO_8859_1);
    String escaped = "~" + plain.replace("}", "}\u0001").replace("~", "}\u0002") + "~";
    return HexFormat.of().formatHex(escaped.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads a frame into an empty header and an empty content. */
  void read(String hex, Header header, Object content) {
    String framed = new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
    String escaped = framed.substring(1, framed.length() - 1);
    String plain = escaped.replace("}\u0002", "~").replace("}\u0001", "}");
    ByteBuf all = Unpooled.wrappedBuffer(plain.getBytes(StandardCharsets.ISO_8859_1));
    if (checksum(all) != 0) {
      throw new AssertionError("wrong checksum: " + hex);
    }
    int properties = all.getUnsignedShort(2);
    Version version = version(properties);
    int bodyBytes = properties & FrameWriter.LONGEST_BODY;
    int headerBytes = all.readableBytes() - bodyBytes - 1;
    schema(Header.class, version).mergeFrom(all.readSlice(headerBytes), header);
    schema(content.getClass(), version).mergeFrom(all.readSlice(bodyBytes), content);
  }

  private static int number(Version version) {
    return version == Version.V2013 ? 0 : 1;
  }

  private static Version version(int properties) {
    return (properties & FrameWriter.VERSION_BIT) == 0 ? Version.V2013 : Version.V2019;
  }

  @SuppressWarnings("unchecked")
  private RuntimeSchema<Object> schema(Class<?> type, Version version) {
    return (RuntimeSchema<Object>) schemas.getRuntimeSchema(type, number(version));
  }

  private static byte checksum(ByteBuf bytes) {
    byte checksum = 0;
    for (int i = bytes.readerIndex(); i < bytes.writerIndex(); i++) {
      checksum ^= bytes.getByte(i);
    }
    return checksum;
  }
}
