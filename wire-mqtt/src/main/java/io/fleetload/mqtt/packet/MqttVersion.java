// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.packet;

/** Version of the protocol that a connection speaks, as its CONNECT says. */
public enum MqttVersion {
  /** Version 3.1.1, protocol level 4. */
  V3(4),
  /** Version 5.0, protocol level 5; it has properties and reason codes. */
  V5(5);

  private final int level;

  MqttVersion(int level) {
    this.level = level;
  }

  /** The protocol level in CONNECT (3:3.1.2.2). */
  public int level() {
    return level;
  }
}
