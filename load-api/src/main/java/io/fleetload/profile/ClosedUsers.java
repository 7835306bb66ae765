// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Span;

/**
 * A closed model: so many virtual users, each of which sends, waits for the outcome, thinks, and
 * sends again. The profile asks for no rate; the target sets it.
 */
public record ClosedUsers(
    @Doc(
            value = "virtual users, each with a device of its own",
            required = true,
            least = 1,
            most = 10_000_000)
        Integer users,
    @Doc(
            value = "messages that each user sends in the measured phase, at most",
            byDefault = "as many as the measured phase holds",
            least = 1,
            most = Integer.MAX_VALUE)
        Integer iterations,
    @Doc(
            value =
                "messages that all users together send in the measured phase, at most: each takes the next"
                    + " one as soon as it is free; or else iterations",
            byDefault = "as many as the measured phase holds",
            least = 1,
            most = Integer.MAX_VALUE)
        Integer total,
    @Doc(value = "from an outcome to the same user's next message", byDefault = "0s") Span think) {

  /** Fills in what the profile leaves open. */
  public ClosedUsers {
    think = think == null ? new Span(0) : think;
  }

  /**
   * The messages that all users together send in the measured phase; null if the profile does not
   * say.
   */
  public Long messages() {
    return iterations == null
        ? total == null ? null : Long.valueOf(total)
        : (Long) ((long) users * iterations);
  }

  /**
   * The most messages that one user may send in the measured phase; null if the profile does not
   * say.
   */
  public Integer mostOfOneUser() {
    return iterations == null ? total : iterations;
  }
}
