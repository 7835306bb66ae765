// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

/** What a write does to a rule, or what happened to it. */
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
