// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.session;

import io.fleetload.driver.Cause;

/**
 * Reason for which a server refuses, or a session ends: a name for each reason code of 5.0 (5:2.4)
 * and return code of 3.1.1 (3:3.2.2.3), and for what a client finds itself.
 */
public enum MqttCause {
  /** 80. */
  UNSPECIFIED(0x80, "unspecified", "the server gives no reason"),
  MALFORMED_PACKET(0x81, "malformedPacket", "a packet does not follow its format"),
  PROTOCOL_ERROR(0x82, "protocolError", "a packet breaks a rule of the protocol"),
  IMPLEMENTATION(0x83, "implementation", "the packet is valid, and the receiver does not take it"),
  VERSION(0x84, "version", "the server does not speak that version"),
  CLIENT_ID(0x85, "clientId", "the server does not take the client id"),
  /** 86 and 87 of CONNACK in 5.0, 4 and 5 in 3.1.1: servers use either for the same mistakes. */
  CREDENTIALS(0x86, "credentials", "the server does not let in this user with this password"),
  /** 87 of all packets but CONNACK. */
  NOT_AUTHORIZED(0x87, "notAuthorized", "the client may not do that"),
  UNAVAILABLE(0x88, "unavailable", "the server is not available"),
  BUSY(0x89, "busy", "the server is busy"),
  BANNED(0x8a, "banned", "the client is banned"),
  SHUTTING_DOWN(0x8b, "shuttingDown", "the server is about to stop"),
  AUTHENTICATION_METHOD(0x8c, "authenticationMethod", "a method of authentication is not known"),
  KEEP_ALIVE(0x8d, "keepAlive", "nothing came for longer than the keep-alive allows"),
  TAKEN_OVER(0x8e, "takenOver", "another connection uses the same client id"),
  TOPIC_FILTER(0x8f, "topicFilter", "the server does not take the topic filter"),
  TOPIC_NAME(0x90, "topicName", "the receiver does not take the topic"),
  PACKET_ID_IN_USE(0x91, "packetIdInUse", "the packet id is in use"),
  PACKET_ID_UNKNOWN(0x92, "packetIdUnknown", "the packet id is not known"),
  RECEIVE_MAXIMUM(0x93, "receiveMaximum", "more messages were sent than the receiver takes"),
  TOPIC_ALIAS(0x94, "topicAlias", "a topic alias is unknown or above the maximum"),
  TOO_LARGE(0x95, "tooLarge", "a packet is larger than the receiver takes"),
  RATE(0x96, "rate", "messages came at too high a rate"),
  QUOTA(0x97, "quota", "a limit that an administrator set is reached"),
  ADMINISTRATIVE(0x98, "administrative", "an administrator ended the connection"),
  PAYLOAD_FORMAT(0x99, "payloadFormat", "the payload is not of the format that it claims"),
  RETAIN(0x9a, "retain", "the server does not retain messages"),
  QOS(0x9b, "qos", "the server does not take that QoS"),
  USE_ANOTHER_SERVER(0x9c, "useAnotherServer", "the client is to use another server for now"),
  SERVER_MOVED(0x9d, "serverMoved", "the client is to use another server from now on"),
  SHARED_SUBSCRIPTIONS(0x9e, "sharedSubscriptions", "the server has no shared subscriptions"),
  CONNECTION_RATE(0x9f, "connectionRate", "connections came at too high a rate"),
  CONNECT_TIME(0xa0, "connectTime", "the connection lasted as long as the server allows"),
  SUBSCRIPTION_IDS(0xa1, "subscriptionIds", "the server has no subscription ids"),
  WILDCARDS(0xa2, "wildcards", "the server has no subscriptions with wildcards"),
  /** Any code that is not above. */
  OTHER(-1, "other", "the server gives a code that the protocol does not have"),

  /** DISCONNECT with 0, or the end of a connection without one in 3.1.1. */
  SERVER_CLOSED(-1, "serverClosed", "the server ended the connection in good order"),
  EXTENDED_AUTHENTICATION(
      -1, "extendedAuthentication", "the server wants an exchange of AUTH packets"),
  NO_PING_RESPONSE(-1, "noPingResponse", "the server did not answer a ping in time"),
  FOREIGN_SESSION(
      -1, "foreignSession", "the server has a session of before that this client does not know"),
  SESSION_LOST(-1, "sessionLost", "the server has no session any more in which it was sent"),
  WRONG_CONTENT(-1, "wrongContent", "what came is not what was sent, or on another topic");

  private static final MqttCause[] BY_CODE = new MqttCause[256];

  static {
    for (MqttCause each : values()) {
      if (each.code >= 0) {
        BY_CODE[each.code] = each;
      }
    }
  }

  private final int code;
  private final String meaning;
  private final String word;

  MqttCause(int code, String word, String meaning) {
    this.code = code;
    this.meaning = meaning;
    this.word = word;
  }

  /** The cause in the books, for example {@code protocol.mqtt.credentials}. */
  public Cause cause() {
    return new Cause.Protocol("mqtt." + word);
  }

  /** The reason code of 5.0; -1 if it has no code. */
  public int code() {
    return code;
  }

  /** Meaning of the cause, as a part of a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether a reason code is one of failure (5:2.4), or 80 in a SUBACK of 3.1.1. */
  public static boolean isFailure(int reasonCode) {
    return reasonCode >= UNSPECIFIED.code;
  }

  /** The cause of a reason code of 0x80 or above, or of 80 in a SUBACK of 3.1.1. */
  public static MqttCause of(int reasonCode) {
    MqttCause cause = reasonCode < 0 || reasonCode > 0xff ? null : BY_CODE[reasonCode];
    return cause == null ? OTHER : cause;
  }

  /** The cause of a code in CONNACK that is not 0. */
  public static MqttCause ofConnAck(int code) {
    // Of either version, as a server that does not speak the client's answers in its own.
    return switch (code) {
      case 1 -> VERSION;
      case 2 -> CLIENT_ID;
      case 3 -> UNAVAILABLE;
      case 4, 5, 0x87 -> CREDENTIALS;
      default -> of(code);
    };
  }
}
