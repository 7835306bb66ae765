// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;

/**
 * Messages of a flow that arrived otherwise than they were sent, or rows of a store that say
 * something else.
 *
 * @param misdelivered numbers of those that came for another device, to another place or as
 *     something else
 * @param altered numbers of those that say something else than the device sent
 */
public record FlawedMessages(
    @RequiredPart MessageSet misdelivered, @RequiredPart MessageSet altered) {

  /** No such message. */
  public static FlawedMessages none() {
    return new FlawedMessages(new MessageSet(), new MessageSet());
  }

  /** These and those that another backend saw. */
  public FlawedMessages plus(FlawedMessages other) {
    return new FlawedMessages(misdelivered.or(other.misdelivered), altered.or(other.altered));
  }

  /** An independent copy. */
  public FlawedMessages copy() {
    return new FlawedMessages(misdelivered.copy(), altered.copy());
  }
}
