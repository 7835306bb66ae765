// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import java.io.IOException;

/**
 * A rule as a value of the map in Hazelcast. Arion's own members have it as an identified value
 * with that factory and class; the embedded server has a compact record.
 */
final class StoredRule implements IdentifiedDataSerializable {
  static final int FACTORY = 1;
  private static final int CLASS = 1;
  private static final String COMPACT = "arion.schema.NeighborRule";

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

  /** The rule of a value, however it is written. */
  static NeighborRule read(Object value) {
    if (value instanceof StoredRule stored) {
      return stored.rule;
    }
    GenericRecord fields = (GenericRecord) value;
    return new NeighborRule(
        Operation.CREATE.number(),
        fields.getString("ip"),
        fields.getString("hostip"),
        fields.getString("mac"),
        fields.getInt32("tunnel_id"),
        fields.getString("hostmac"),
        fields.getString("arionwing_group"),
        fields.getInt64("version"));
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
    String mac = in.readString();
    String group = in.readString();
    String hostMac = in.readString();
    String hostIp = in.readString();
    String ip = in.readString();
    int tunnelId = in.readInt();
    long version = in.readLong();
    rule =
        new NeighborRule(
            Operation.CREATE.number(), ip, hostIp, mac, tunnelId, hostMac, group, version);
  }
}
