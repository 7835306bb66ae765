// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.github.yezhihao.protostar.SchemaManager;
import io.github.yezhihao.protostar.annotation.Field;
import io.github.yezhihao.protostar.schema.RuntimeSchema;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;

/** The bodies that the gateway reads and writes; their fields are in the order of the standard. */
final class Bodies {
  private final SchemaManager schemas = new SchemaManager();

  /** 0x0102. The real server compares nothing but the code. */
  public static final class Authentication {
    @Field(version = Frame.VERSION_2013)
    @Field(lengthUnit = 1, version = Frame.VERSION_2019)
    String code;

    @Field(length = 15, version = Frame.VERSION_2019)
    String imei;

    @Field(length = 20, version = Frame.VERSION_2019)
    String software;
  }

  /**
   * 0x0200, and each location of a 0x0704. Latitude and longitude are unsigned, in 1e-6 degrees.
   */
  public static final class Location {
    @Field(length = 4)
    long alarms;

    @Field(length = 4)
    long state;

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
    String time;

    @Field List<Item> items = List.of();

    /**
     * Checks whether it ends where its last field does: protostar accepts a body that ends between
     * two fields.
     */
    boolean complete() {
      return time != null && items.stream().allMatch(item -> item.value != null);
    }
  }

  /** An additional item of a location. */
  public static final class Item {
    @Field(length = 1)
    int id;

    @Field(lengthUnit = 1)
    byte[] value;
  }

  /** 0x0704. */
  public static final class Batch {
    @Field(length = 2)
    int count;

    @Field(length = 1)
    int kind;

    @Field(lengthUnit = 2)
    List<Location> locations = List.of();
  }

  /** 0x8001. */
  public static final class GeneralAnswer {
    @Field(length = 2)
    int serial;

    @Field(length = 2)
    int id;

    @Field(length = 1)
    int result;
  }

  /** 0x8100. */
  public static final class RegistrationAnswer {
    @Field(length = 2)
    int serial;

    @Field(length = 1)
    int result;

    @Field String code;
  }

  /** 0x0001, 0x0104 and 0x0201: each begins with the serial number of the command. */
  public static final class TerminalAnswer {
    @Field(length = 2)
    int serial;

    @Field byte[] rest;
  }

  /** The body as such a type; empty where it cannot be. */
  <T> Optional<T> read(Class<T> type, Frame frame) {
    try {
      T read = schema(type, frame.version()).readFrom(Unpooled.wrappedBuffer(frame.body));
      return Optional.ofNullable(read);
    } catch (RuntimeException e) {
      // How protostar says that a field reaches over the end.
      return Optional.empty();
    }
  }

  <T> byte[] write(Class<T> type, T body) {
    ByteBuf bytes = Unpooled.buffer();
    schema(type, Frame.VERSION_2013).writeTo(bytes, body);
    return ByteBufUtil.getBytes(bytes);
  }

  <T> RuntimeSchema<T> schema(Class<T> type, int version) {
    return schemas.getRuntimeSchema(type, version);
  }
}
