// SPDX-License-Identifier: EPL-2.0
package io.fleetload.stamp;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name for one attempt at a session, which a target hands on where it announces the session.
 *
 * @param run the run
 * @param session the session's index
 * @param attempt which attempt at it, from 0
 */
public record SessionMark(RunId run, int session, int attempt) {
  private static final Pattern FORM =
      Pattern.compile("fl1-([0-9a-f]{1,8})-([0-9]{1,9})-([0-9]{1,9})");

  /** Its text, of letters, digits and dashes: {@code fl1-RUN-SESSION-ATTEMPT}. */
  public String text() {
    return "fl1-" + run + "-" + session + "-" + attempt;
  }

  /** Reads the text of a mark; empty for any other text. */
  public static Optional<SessionMark> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new SessionMark(
                RunId.parse(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3))))
        : Optional.empty();
  }
}
