// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;

/**
 * Commands that reached the devices otherwise than the backend wrote them, by the numbers of the
 * queries that asked for them.
 *
 * @param again those that reached their device more than once
 * @param misdelivered those that reached another device
 * @param altered those that say something else
 */
public record ArrivedCommands(
    @RequiredPart MessageSet again,
    @RequiredPart MessageSet misdelivered,
    @RequiredPart MessageSet altered) {

  /** No such command. */
  public static ArrivedCommands none() {
    return new ArrivedCommands(new MessageSet(), new MessageSet(), new MessageSet());
  }

  /** These and those of another process. */
  public ArrivedCommands plus(ArrivedCommands other) {
    return new ArrivedCommands(
        again.or(other.again), misdelivered.or(other.misdelivered), altered.or(other.altered));
  }

  /** An independent copy. */
  public ArrivedCommands copy() {
    return new ArrivedCommands(again.copy(), misdelivered.copy(), altered.copy());
  }
}
