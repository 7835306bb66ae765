// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.results.book.Flawed;
import io.fleetload.results.run.MessageSet;

/** How a message that arrived differs from the one that the device sent. */
public enum Flaw {
  /**
   * It came for another device, to another tenant, topic or entity, or as something else than it
   * was sent as.
   */
  MISDELIVERED,
  /** Its contents are not those that the device sent. */
  ALTERED;

  /** Those of a flow's flawed messages that have this flaw. */
  public MessageSet in(Flawed flawed) {
    return switch (this) {
      case MISDELIVERED -> flawed.misdelivered();
      case ALTERED -> flawed.altered();
    };
  }
}
