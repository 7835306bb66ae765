// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Properties of a packet of MQTT 5.0, in their order, as the bytes that they are on the wire. An
 * instance never changes, so many packets may share it.
 */
public final class PropertyBlock {
  /** No properties; those of every packet of 3.1.1. */
  public static final PropertyBlock EMPTY = new PropertyBlock(new byte[0]);

  private final byte[] bytes;

  private PropertyBlock(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Properties that were checked. */
  static PropertyBlock of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new PropertyBlock(bytes);
  }

  /** Collects properties. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects properties in the order in which they are to be on the wire. */
  public static final class Builder {
    private static final int ROOM = 32;
    private final ByteOutput out = new ByteOutput(ROOM);

    private Builder() {}

    /**
     * Adds a number.
     *
     * @throws IllegalArgumentException if the property is not a number
     */
    public Builder number(MqttProperty property, long value) {
      out.variable(property.id());
      switch (property.form()) {
        case FLAG -> out.u8((int) value);
        case TWO_BYTES, TWO_BYTES_FROM_1 -> out.u16((int) value);
        case FOUR_BYTES, FOUR_BYTES_FROM_1 -> out.u32(value);
        case VARIABLE -> out.variable((int) value);
        default -> throw new IllegalArgumentException("not a number: " + property);
      }
      return this;
    }

    /**
     * Adds a text.
     *
     * @throws IllegalArgumentException if the property is not a text, or the text is too long
     */
    public Builder text(MqttProperty property, String value) {
      require(property, MqttProperty.ValueForm.TEXT);
      out.variable(property.id()).text(value);
      return this;
    }

    /**
     * Adds bytes.
     *
     * @throws IllegalArgumentException if the property is not of bytes, or they are too many
     */
    public Builder binary(MqttProperty property, byte[] value) {
      require(property, MqttProperty.ValueForm.BINARY);
      out.variable(property.id()).binary(value);
      return this;
    }

    /** Adds a user property; a name may come more than once. */
    public Builder user(String name, String value) {
      out.variable(MqttProperty.USER.id()).text(name).text(value);
      return this;
    }

    /** Adds all of other properties. */
    public Builder all(PropertyBlock others) {
      out.raw(others.bytes);
      return this;
    }

    public PropertyBlock build() {
      return of(out.copy());
    }

    private static void require(MqttProperty property, MqttProperty.ValueForm kind) {
      if (property.form() != kind) {
        throw new IllegalArgumentException("not of that kind: " + property);
      }
    }
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Number of bytes, without the length before them. */
  int size() {
    return bytes.length;
  }

  void write(ByteOutput out) {
    out.variable(bytes.length).raw(bytes);
  }

  void writeBytes(ByteOutput out) {
    out.raw(bytes);
  }

  /** Returns whether it has the property. */
  public boolean has(MqttProperty property) {
    return find(property) != null;
  }

  /** The first number of a property; {@code absent} if there is no such property. */
  public long number(MqttProperty property, long absent) {
    BodyReader value = find(property);
    return value == null ? absent : number(property, value);
  }

  private static long number(MqttProperty property, BodyReader value) {
    return switch (property.form()) {
      case FLAG -> value.u8();
      case TWO_BYTES, TWO_BYTES_FROM_1 -> value.u16();
      case FOUR_BYTES, FOUR_BYTES_FROM_1 -> value.u32();
      case VARIABLE -> value.variable();
      default -> throw new IllegalArgumentException("not a number: " + property);
    };
  }

  /** The text of a property. */
  public Optional<String> text(MqttProperty property) {
    return Optional.ofNullable(find(property)).map(BodyReader::text);
  }

  /** The bytes of a property. */
  public Optional<byte[]> binary(MqttProperty property) {
    return Optional.ofNullable(find(property)).map(BodyReader::binary);
  }

  /** The ids of the subscriptions that a message came by, in their order. */
  public List<Integer> subscriptionIds() {
    List<Integer> ids = new ArrayList<>();
    visit(
        (property, value) -> {
          if (property == MqttProperty.SUBSCRIPTION_ID) {
            ids.add(value.variable());
            return true;
          }
          return false;
        });
    return ids;
  }

  /** The user properties in their order. */
  public List<Map.Entry<String, String>> users() {
    List<Map.Entry<String, String>> users = new ArrayList<>();
    visit(
        (property, value) -> {
          if (property == MqttProperty.USER) {
            users.add(Map.entry(value.text(), value.text()));
            return true;
          }
          return false;
        });
    return users;
  }

  /** The first user property with that name. */
  public Optional<String> user(String name) {
    return users().stream()
        .filter(each -> each.getKey().equals(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private interface Visitor {
    /** Reads the value, or returns false to have it passed over. */
    boolean visit(MqttProperty property, BodyReader value);
  }

  private BodyReader reader() {
    BodyReader reader = new BodyReader();
    reader.over(ByteBuffer.wrap(bytes), 0, bytes.length);
    return reader;
  }

  private void visit(Visitor visitor) {
    BodyReader reader = reader();
    while (reader.remaining() > 0) {
      MqttProperty property = MqttProperty.of(reader.variable());
      if (!visitor.visit(property, reader)) {
        reader.passValue(property);
      }
    }
  }

  private BodyReader find(MqttProperty wanted) {
    if (bytes.length == 0) {
      return null;
    }
    BodyReader reader = reader();
    while (reader.remaining() > 0) {
      MqttProperty property = MqttProperty.of(reader.variable());
      if (property == wanted) {
        return reader;
      }
      reader.passValue(property);
    }
    return null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PropertyBlock block && Arrays.equals(bytes, block.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Names its properties and not their values, some of which are secrets. */
  @Override
  public String toString() {
    List<String> names = new ArrayList<>();
    visit(
        (property, value) -> {
          names.add(property.toString());
          return false;
        });
    return names.toString();
  }
}
