// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.run.MessageSet;
import java.util.EnumSet;
import java.util.Set;

/** Difference of a message that arrived from the one that the device sent. */
public enum Flaw {
  /**
   * It came for another device, to another tenant, topic or entity, or as something else than it
   * was sent as.
   */
  MISDELIVERED,
  /** Its contents are not those that the device sent. */
  ALTERED;

  /** The flaws of a message, by what is wrong with it. */
  public static Set<Flaw> of(boolean misdelivered, boolean altered) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    if (misdelivered) {
      flaws.add(MISDELIVERED);
    }
    if (altered) {
      flaws.add(ALTERED);
    }
    return flaws;
  }

  /** Selects the flawed messages of a flow that have this flaw. */
  public MessageSet in(FlawedMessages flawed) {
    return switch (this) {
      case MISDELIVERED -> flawed.misdelivered();
      case ALTERED -> flawed.altered();
    };
  }
}
