// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.internal.serialization.impl.HeapData;
import com.hazelcast.internal.serialization.impl.SerializationConstants;
import com.hazelcast.internal.serialization.impl.compact.CompactGenericRecord;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A rule as a value of the map in Hazelcast. Arion's own members have it as an identified value
 * with that factory and class; the embedded server has a compact record. Anybody can store what
 * Hazelcast needs hours or the whole heap to read, so a value is read once its first bytes say that
 * it is a rule.
 */
final class StoredRule implements IdentifiedDataSerializable {
  static final int FACTORY = 1;
  private static final int CLASS = 1;
  private static final String COMPACT = "arion.schema.NeighborRule";

  private static final int LONGEST_BYTES = 4_096;

  /** No versions, and identified by factory and class. */
  private static final byte IDENTIFIED = 1;

  private static final long SCHEMA =
      ((CompactGenericRecord) compact(new NeighborRule(0, "", "", "", 0, "", "", 0)))
          .getSchema()
          .getSchemaId();

  private NeighborRule rule;

  /** For Hazelcast, which reads the fields next. */
  private StoredRule() {}

  StoredRule(NeighborRule rule) {
    this.rule = rule;
  }

  /** Makes values of that factory. */
  static DataSerializableFactory factory() {
    return type -> {
      if (type != CLASS) {
        throw new IllegalArgumentException("the map has a value of the unknown class " + type);
      }
      return new StoredRule();
    };
  }

  /**
   * The rule of a value, however it is written.
   *
   * @throws HazelcastSerializationException if it is not a rule
   */
  static NeighborRule read(Data value, SerializationService serialization) {
    if (!isRule(value)) {
      String why =
          "remove a value of the map that is no rule: its type is "
              + value.getType()
              + ", and it has "
              + value.totalSize()
              + " bytes";
      throw new HazelcastSerializationException(why, new SecurityException(why));
    }
    Object read = serialization.toObject(value);
    if (read instanceof StoredRule stored) {
      return stored.rule;
    }
    GenericRecord fields = (GenericRecord) read;
    return new NeighborRule(
        Operation.CREATE.number(),
        text(fields.getString("ip")),
        text(fields.getString("hostip")),
        text(fields.getString("mac")),
        fields.getInt32("tunnel_id"),
        text(fields.getString("hostmac")),
        text(fields.getString("arionwing_group")),
        fields.getInt64("version"));
  }

  private static boolean isRule(Data value) {
    if (value.totalSize() > LONGEST_BYTES) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(value.toByteArray());
    bytes.position(HeapData.DATA_OFFSET);
    return switch (value.getType()) {
      case SerializationConstants.CONSTANT_TYPE_DATA_SERIALIZABLE ->
          bytes.remaining() > 2 * Integer.BYTES
              && bytes.get() == IDENTIFIED
              && bytes.getInt() == FACTORY
              && bytes.getInt() == CLASS;
      case SerializationConstants.TYPE_COMPACT ->
          bytes.remaining() >= Long.BYTES && bytes.getLong() == SCHEMA;
      default -> false;
    };
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }

  /** The rule as a compact record. */
  static GenericRecord compact(NeighborRule rule) {
    return GenericRecordBuilder.compact(COMPACT)
        .setString("ip", rule.ip())
        .setString("hostip", rule.hostIp())
        .setString("mac", rule.mac())
        .setInt32("tunnel_id", rule.tunnelId())
        .setString("hostmac", rule.hostMac())
        .setString("arionwing_group", rule.group())
        .setInt64("version", rule.version())
        .build();
  }

  @Override
  public int getFactoryId() {
    return FACTORY;
  }

  @Override
  public int getClassId() {
    return CLASS;
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    out.writeString(RuleMap.key(rule.tunnelId(), rule.ip()));
    out.writeString(rule.mac());
    out.writeString(rule.group());
    out.writeString(rule.hostMac());
    out.writeString(rule.hostIp());
    out.writeString(rule.ip());
    out.writeInt(rule.tunnelId());
    out.writeLong(rule.version());
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    in.readString();
    String mac = text(in.readString());
    String group = text(in.readString());
    String hostMac = text(in.readString());
    String hostIp = text(in.readString());
    String ip = text(in.readString());
    int tunnelId = in.readInt();
    long version = in.readLong();
    rule =
        new NeighborRule(
            Operation.CREATE.number(), ip, hostIp, mac, tunnelId, hostMac, group, version);
  }
}
