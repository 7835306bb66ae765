// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * A rule: at which host an address of a network is. Its fields are those of {@code NeighborRule};
 * one that a message leaves out reads as 0 or as an empty text.
 *
 * @param operation what happened to it, as {@link Operation#number()} has it
 * @param ip the address that it is about
 * @param hostIp the host's address
 * @param mac the address's MAC address
 * @param tunnelId the network
 * @param hostMac the host's MAC address
 * @param group the group that watches it
 * @param version its version, which its group counts
 */
public record NeighborRule(
    int operation,
    String ip,
    String hostIp,
    String mac,
    int tunnelId,
    String hostMac,
    String group,
    long version) {
  private static final int OPERATION = 1;
  private static final int IP = 2;
  private static final int HOST_IP = 3;
  private static final int MAC = 4;
  private static final int TUNNEL_ID = 5;
  private static final int HOST_MAC = 6;
  private static final int GROUP = 7;
  private static final int VERSION = 8;

  /**
   * Reads a rule, as a watcher receives it.
   *
   * @throws IOException if the message is no rule
   */
  public static NeighborRule read(byte[] message) throws IOException {
    return read(CodedInputStream.newInstance(message));
  }

  static NeighborRule read(CodedInputStream in) throws IOException {
    int operation = 0;
    String ip = "";
    String hostIp = "";
    String mac = "";
    int tunnelId = 0;
    String hostMac = "";
    String group = "";
    long version = 0;
    int tag;
    while ((tag = in.readTag()) != 0) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case OPERATION -> operation = in.readEnum();
        case IP -> ip = in.readString();
        case HOST_IP -> hostIp = in.readString();
        case MAC -> mac = in.readString();
        case TUNNEL_ID -> tunnelId = in.readUInt32();
        case HOST_MAC -> hostMac = in.readString();
        case GROUP -> group = in.readString();
        case VERSION -> version = in.readUInt64();
        default -> in.skipField(tag);
      }
    }
    return new NeighborRule(operation, ip, hostIp, mac, tunnelId, hostMac, group, version);
  }

  /** The bytes of the rule, as a watcher receives it. */
  public byte[] write() {
    return FieldWriter.message(
        out -> {
          if (operation != 0) {
            out.writeEnum(OPERATION, operation);
          }
          FieldWriter.text(out, IP, ip);
          FieldWriter.text(out, HOST_IP, hostIp);
          FieldWriter.text(out, MAC, mac);
          FieldWriter.number(out, TUNNEL_ID, tunnelId);
          FieldWriter.text(out, HOST_MAC, hostMac);
          FieldWriter.text(out, GROUP, group);
          if (version != 0) {
            out.writeUInt64(VERSION, version);
          }
        });
  }
}
