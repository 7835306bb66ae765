// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

/** The effect of a write on a rule, or the event that happened to the rule. */
public enum Operation {
  INFO(0),
  CREATE(1),
  UPDATE(2),
  GET(3),
  DELETE(4);

  private final int number;

  Operation(int number) {
    this.number = number;
  }

  /** Its number in a message. */
  public int number() {
    return number;
  }
}
