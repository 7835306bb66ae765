// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.Required;
import io.fleetload.results.run.MessageSet;

/**
 * Messages of a flow that arrived otherwise than they were sent, or rows of a store that say
 * something else.
 *
 * @param misdelivered numbers of those that came for another device, to another place or as
 *     something else
 * @param altered numbers of those that say something else than the device sent
 */
public record Flawed(@Required MessageSet misdelivered, @Required MessageSet altered) {

  /** No such message. */
  public static Flawed none() {
    return new Flawed(new MessageSet(), new MessageSet());
  }

  /** These and those that another backend saw. */
  public Flawed plus(Flawed other) {
    return new Flawed(misdelivered.or(other.misdelivered), altered.or(other.altered));
  }

  /** An independent copy. */
  public Flawed copy() {
    return new Flawed(misdelivered.copy(), altered.copy());
  }
}
