// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.store;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.fleetload.arion.embedded.schema.NeighborRule;
import java.util.Optional;

/**
 * A rule as it is in Hazelcast: a compact record of the type {@value #TYPE}. A client without our
 * classes reads and writes it as a {@code GenericRecord} with these fields, named as in {@code
 * arion.proto}:
 *
 * <ul>
 *   <li>strings: {@value #IP}, {@value #HOST_IP}, {@value #MAC}, {@value #HOST_MAC}, {@value
 *       #GROUP}
 *   <li>int32: {@value #TUNNEL}, unsigned
 *   <li>int64: {@value #VERSION}, unsigned
 * </ul>
 */
public final class RuleSerializer implements CompactSerializer<NeighborRule> {
  public static final String TYPE = "arion.schema.NeighborRule";
  public static final String IP = "ip";
  public static final String HOST_IP = "hostip";
  public static final String MAC = "mac";
  public static final String TUNNEL = "tunnel_id";
  public static final String HOST_MAC = "hostmac";
  public static final String GROUP = "arionwing_group";
  public static final String VERSION = "version";

  @Override
  public NeighborRule read(CompactReader record) {
    return NeighborRule.newBuilder()
        .setIp(text(record, IP))
        .setHostip(text(record, HOST_IP))
        .setMac(text(record, MAC))
        .setTunnelId(record.readInt32(TUNNEL))
        .setHostmac(text(record, HOST_MAC))
        .setArionwingGroup(text(record, GROUP))
        .setVersion(record.readInt64(VERSION))
        .build();
  }

  private static String text(CompactReader record, String field) {
    return Optional.ofNullable(record.readString(field)).orElse("");
  }

  @Override
  public void write(CompactWriter record, NeighborRule rule) {
    record.writeString(IP, rule.getIp());
    record.writeString(HOST_IP, rule.getHostip());
    record.writeString(MAC, rule.getMac());
    record.writeInt32(TUNNEL, rule.getTunnelId());
    record.writeString(HOST_MAC, rule.getHostmac());
    record.writeString(GROUP, rule.getArionwingGroup());
    record.writeInt64(VERSION, rule.getVersion());
  }

  @Override
  public String getTypeName() {
    return TYPE;
  }

  @Override
  public Class<NeighborRule> getCompactClass() {
    return NeighborRule.class;
  }
}
