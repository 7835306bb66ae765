// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.Flaw;
import io.fleetload.stamp.Stamp;
import java.util.Set;

/**
 * One entity of a notification, or a whole one that is not of this run.
 *
 * @param stamp that of the message that it is about; null if it has no stamp
 * @param receiver which of the message's receivers got it
 * @param thing what it was about: {@link EntityOrder#thing}
 * @param count how many entities it is of, where none of them has a stamp; otherwise 1
 * @param flaws how it differs from what the message's user wrote
 * @param nanos when it arrived, monotonic time in ns
 */
record Notification(
    Kind kind, Stamp stamp, int receiver, long thing, int count, Set<Flaw> flaws, long nanos) {

  /** One or more without a stamp of this run. */
  static Notification strange(Kind kind, int count, long nanos) {
    return new Notification(kind, null, 0, 0, count, Set.of(), nanos);
  }

  /** Kind of entity in the books. */
  enum Kind {
    /** It tells of a message. */
    STAMPED,
    /** It has no stamp that can be one. */
    UNSTAMPED,
    /** It is of another run. */
    FOREIGN
  }
}
