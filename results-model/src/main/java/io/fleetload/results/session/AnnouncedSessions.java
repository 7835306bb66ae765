// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.time.LatencySummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The begins or the ends of the sessions of the whole run, and what the target announced of them.
 * {@code sessions = announced + missing}; {@code received = announced + duplicate + misdelivered +
 * invented + foreign + ofFailedAttempts + afterRun}.
 *
 * @param sessions sessions that began, or that ended before the devices did
 * @param announced those of them that were announced, each counted once
 * @param missing those of them that were not
 * @param received all announcements that arrived
 * @param duplicate further announcements of a session that was announced
 * @param misdelivered announcements under the name of another device than the session's
 * @param invented announcements of sessions that did not begin or did not end
 * @param foreign announcements of another run, or of devices that are not the run's
 * @param ofFailedAttempts announcements of attempts that the device did not see succeed
 * @param afterRun ends of sessions that were open until the devices themselves ended
 * @param late from the event at the device to the announcement at the backend; a begin counts from
 *     the begin of the attempt
 * @param missed the devices of the missing ones, one name for each, 10,000 at most
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnnouncedSessions(
    long sessions,
    long announced,
    long missing,
    long received,
    long duplicate,
    long misdelivered,
    long invented,
    long foreign,
    long ofFailedAttempts,
    long afterRun,
    LatencySummary late,
    List<String> missed) {

  /**
   * Begins and ends.
   *
   * @param begins those of the begins; absent where it is not known what was announced
   * @param ends those of the ends; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SessionsOfKind(AnnouncedSessions begins, AnnouncedSessions ends) {
    private long missing() {
      return (begins == null ? 0 : begins.missing) + (ends == null ? 0 : ends.missing);
    }
  }

  /**
   * Compares both books.
   *
   * @param announced by the target's word for what it announces
   * @param closed when the devices' books were closed, ms since the epoch
   * @return by the same words; null if the target announces nothing
   */
  public static Map<String, SessionsOfKind> of(
      SessionLog log,
      Map<String, AnnouncedEvents.EventsOfKind> announced,
      DeviceClocks clocks,
      long closed) {
    if (log == null || announced == null) {
      return null;
    }
    Map<String, SessionsOfKind> joined = new LinkedHashMap<>();
    announced.forEach(
        (kind, events) ->
            joined.put(
                kind,
                new SessionsOfKind(
                    new AnnouncementJoin(log, clocks, closed, false).of(events.begins()),
                    new AnnouncementJoin(log, clocks, closed, true).of(events.ends()))));
    return joined;
  }

  /** Number of begins and ends that were not announced. */
  public static long missing(Map<String, SessionsOfKind> joined) {
    return joined == null ? 0 : joined.values().stream().mapToLong(SessionsOfKind::missing).sum();
  }
}
