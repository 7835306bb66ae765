// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * The sessions that a target announces to the backend: that each began, and that it ended.
 *
 * @param kinds the pack's words for what is announced of a session, such as its connection; empty
 *     for nothing
 * @param names names of those that have the sessions, as {@link
 *     io.fleetload.results.run.DeviceNames} has them
 * @param sessions which sessions are announced, by their index
 */
public record SessionAnnouncements(List<String> kinds, String names, IntPredicate sessions) {
  /** The target announces nothing. */
  public static final SessionAnnouncements NONE =
      new SessionAnnouncements(List.of(), "", session -> false);

  /** Copies the list. */
  public SessionAnnouncements {
    kinds = List.copyOf(kinds);
  }
}
