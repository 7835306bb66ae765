// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.outage;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredPart;

/**
 * A disturbance of the target as it was really done. The one that does it writes it, not the
 * profile.
 *
 * @param name the disturbance's name in the profile
 * @param what what was done, in words: {@code adapter: restart}
 * @param place where it was done: {@code embedded}, {@code compose}, {@code cluster} or {@code
 *     command}
 * @param beganEpochMs when it began, ms since the epoch; null if it did not begin
 * @param endedEpochMs when it was done, ms since the epoch; null before that
 * @param worked whether it was done; false where it failed, or did not begin
 * @param exitCode the exit code of the command that did it; null if no command did, or it did not
 *     end
 * @param why what went wrong, in one line; null if nothing did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DisturbanceNote(
    @RequiredPart String name,
    @RequiredPart String what,
    String place,
    Long beganEpochMs,
    Long endedEpochMs,
    boolean worked,
    Integer exitCode,
    String why) {

  /** One that did not begin. */
  public static DisturbanceNote notBegun(String name, String what, String place, String why) {
    return new DisturbanceNote(name, what, place, null, null, false, null, why);
  }

  /** The same, begun then. */
  public DisturbanceNote begunAt(long epochMs) {
    return new DisturbanceNote(name, what, place, epochMs, null, false, null, "it is not over");
  }

  /** The same, done then. */
  public DisturbanceNote doneAt(long epochMs, Integer code) {
    return new DisturbanceNote(name, what, place, beganEpochMs, epochMs, true, code, null);
  }

  /** The same, failed then. */
  public DisturbanceNote failedAt(long epochMs, Integer code, String reason) {
    return new DisturbanceNote(name, what, place, beganEpochMs, epochMs, false, code, reason);
  }
}
