// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.stamp.Stamp;

/**
 * One entity of a notification, or a whole one that is of nobody here.
 *
 * @param stamp that of the message that it tells of; null where there is none
 * @param receiver which of the message's receivers got it
 * @param thing what it was about: {@link EntityOrder#thing}
 * @param count how many entities it is of, where none of them has a stamp; otherwise 1
 * @param nanos when it arrived, monotonic time in ns
 */
record Notified(Kind kind, Stamp stamp, int receiver, long thing, int count, long nanos) {

  /** What it is to the books. */
  enum Kind {
    /** It tells of a message. */
    STAMPED,
    /** It has no stamp that can be one. */
    UNSTAMPED,
    /** It is of another run. */
    FOREIGN
  }
}
