// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/**
 * Request of a client to open a session (5:3.1).
 *
 * @param cleanStart whether a session of before is to end; in 3.1.1 the session also ends with the
 *     connection then
 * @param keepAlive the longest time in which the client sends nothing, s; 0 for any
 * @param clientId empty for one that the server makes up
 * @param will null if there is no will
 * @param user null if there is no user
 * @param password null if there is no password
 * @param properties those of 5.0; empty in 3.1.1
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
public record ConnectPacket(
    MqttVersion version,
    boolean cleanStart,
    int keepAlive,
    String clientId,
    Will will,
    String user,
    byte[] password,
    PropertyBlock properties) {

  /** A request without a will and without credentials. */
  public static ConnectPacket of(
      MqttVersion version, boolean cleanStart, int keepAlive, String clientId) {
    return new ConnectPacket(
        version, cleanStart, keepAlive, clientId, null, null, null, PropertyBlock.EMPTY);
  }

  /** The same with credentials. */
  public ConnectPacket with(String newUser, byte[] newPassword) {
    return new ConnectPacket(
        version, cleanStart, keepAlive, clientId, will, newUser, newPassword, properties);
  }

  /** The same with a will. */
  public ConnectPacket with(Will newWill) {
    return new ConnectPacket(
        version, cleanStart, keepAlive, clientId, newWill, user, password, properties);
  }

  /** The same with properties, of 5.0 only. */
  public ConnectPacket with(PropertyBlock newProperties) {
    return new ConnectPacket(
        version, cleanStart, keepAlive, clientId, will, user, password, newProperties);
  }

  /** Says nothing of user, password and will, which are secrets. */
  @Override
  public String toString() {
    return "CONNECT %s as %s, clean start %s".formatted(version, clientId, cleanStart);
  }
}
