// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

import java.util.EnumMap;
import java.util.Map;

/** Rule of the protocol that a peer broke, so that nothing behind it can be trusted. */
public enum PacketFault {
  TYPE(0x82, "5:2.1.2", "this side does not send a packet of that type"),
  FLAGS(0x81, "5:2.1.3", "the flags of the fixed header are not those of the packet's type"),
  LENGTH(0x81, "5:1.5.5", "a length has more than four bytes, or more than it needs"),
  TOO_LARGE(0x95, "5:3.1.2.11.4", "the packet is larger than this side takes"),
  TOO_SHORT(0x81, "5:4.13", "the packet ends before its last field"),
  TOO_LONG(0x81, "5:4.13", "the packet goes on behind its last field"),
  TEXT(0x81, "5:1.5.4", "a text is not UTF-8, or has U+0000"),
  FIRST_PACKET(0x82, "5:3.1, 5:3.2", "a connection begins with CONNECT and CONNACK, each once"),
  PROTOCOL_NAME(0x84, "5:3.1.2.1", "the name of the protocol is not MQTT"),
  PROTOCOL_LEVEL(0x84, "5:3.1.2.2", "the level of the protocol is neither 4 nor 5"),
  CONNECT_FLAGS(0x81, "5:3.1.2.3", "the flags of CONNECT contradict each other"),
  CLIENT_ID(0x85, "3:3.1.3.1", "the client id is empty, and the session is not clean"),
  SESSION_PRESENT(0x82, "5:3.2.2.1", "CONNACK has a flag that it may not have"),
  QOS(0x81, "5:3.3.1.2", "a QoS is 3"),
  DUP(0x82, "5:3.3.1.1", "a message of QoS 0 is marked as sent again"),
  PACKET_ID(0x82, "5:2.2.1", "a packet id is 0"),
  TOPIC(0x90, "5:3.3.2.1", "a topic has a wildcard"),
  NO_TOPIC(0x82, "5:3.3.2.1", "a message has neither a topic nor an alias for one"),
  ALIAS(0x94, "5:3.3.2.3.4", "a topic alias is unknown or above the maximum"),
  RECEIVE_MAXIMUM(0x93, "5:3.3.4", "more messages are not acknowledged than this side takes"),
  PROPERTY(0x81, "5:2.2.2.2", "a property has an id that does not exist"),
  PROPERTY_PLACE(0x82, "5:2.2.2.2", "a property is in a packet that does not have it"),
  PROPERTY_TWICE(0x82, "5:2.2.2.2", "a property is in a packet twice"),
  PROPERTY_VALUE(0x82, "5:2.2.2.2", "a property has a value that it may not have"),
  NO_FILTER(0x82, "5:3.8.3", "a request has no topic filter"),
  FILTER(0x8f, "5:4.7.1", "a topic filter is empty, or has a wildcard at a wrong place"),
  SUBSCRIPTION_OPTIONS(0x81, "5:3.8.3.1", "a subscription has an option that does not exist"),
  ACK_CODES(0x82, "5:3.9.3", "an answer has another number of codes than its request has filters"),
  AUTHENTICATION(0x82, "5:4.12", "AUTH came, and CONNECT named no method of authentication");

  private final int reason;
  private final String section;
  private final String rule;

  /** Says which rule a packet breaks; thrown without a stack and caught by the reader. */
  static final class Broken extends RuntimeException {
    private static final Map<PacketFault, Broken> EACH = new EnumMap<>(PacketFault.class);

    static {
      for (PacketFault each : values()) {
        EACH.put(each, new Broken(each));
      }
    }

    private final PacketFault fault;

    private Broken(PacketFault fault) {
      super(fault.name(), null, false, false);
      this.fault = fault;
    }

    PacketFault fault() {
      return fault;
    }
  }

  PacketFault(int reason, String section, String rule) {
    this.reason = reason;
    this.section = section;
    this.rule = rule;
  }

  Broken broken() {
    return Broken.EACH.get(this);
  }

  /** The reason code of 5.0 that a DISCONNECT has for it. */
  public int reason() {
    return reason;
  }

  /** The section of the standard that has the rule, such as {@code 5:2.1.3}. */
  public String section() {
    return section;
  }

  /** Meaning of the fault, as a part of a sentence. */
  public String rule() {
    return rule;
  }
}
