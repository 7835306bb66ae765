// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.outage;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The sessions that were gone although the profile did not ask for it: the target or the network
 * ended them, or nothing came back on them any more. A restart of the target is seen here.
 *
 * @param sessions sessions that were gone at least once
 * @param goneFor how long a session was gone until it was open again, in ns: from the first message
 *     that got no answer, or from the end of the session
 * @param left sessions that were gone from that second on, by second since the epoch
 * @param back sessions that were open again, by second since the epoch
 * @param firstGoneEpochMs when the first was gone, ms since the epoch; null if none was
 * @param lastBackEpochMs when the last was open again, ms since the epoch; null if none was
 * @param messagesFailed messages that failed because their session was gone
 * @param messagesLate messages that waited until their session was open again and were sent late
 */
public record Outage(
    long sessions,
    @RequiredPart LatencyHistogram goneFor,
    @RequiredPart Map<Long, Long> left,
    @RequiredPart Map<Long, Long> back,
    Long firstGoneEpochMs,
    Long lastBackEpochMs,
    long messagesFailed,
    long messagesLate) {

  /** None was gone. */
  public static Outage none() {
    return new Outage(0, new LatencyHistogram(), Map.of(), Map.of(), null, null, 0, 0);
  }

  /**
   * The figures that people read.
   *
   * @param sessions sessions that were gone at least once
   * @param mostAtOnce the most that were gone in one second
   * @param notBack sessions that were still gone at the end
   * @param goneFor how long a session was gone, of those that came back
   * @param recoveryMs from the first session gone to the last one back, ms; 0 where none was gone,
   *     absent where one did not come back
   * @param messagesFailed messages that failed because their session was gone
   * @param messagesLate messages that waited until their session was open again
   */
  public record OutageFigures(
      long sessions,
      long mostAtOnce,
      long notBack,
      LatencySummary goneFor,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long recoveryMs,
      long messagesFailed,
      long messagesLate) {}

  /** These and those of another process. */
  public Outage plus(Outage other) {
    return new Outage(
        sessions + other.sessions,
        goneFor.plus(other.goneFor),
        CountsByKey.sum(left, other.left),
        CountsByKey.sum(back, other.back),
        one(firstGoneEpochMs, other.firstGoneEpochMs, Math::min),
        one(lastBackEpochMs, other.lastBackEpochMs, Math::max),
        messagesFailed + other.messagesFailed,
        messagesLate + other.messagesLate);
  }

  static Long one(Long a, Long b, BinaryOperator<Long> of) {
    return a == null ? b : b == null ? a : of.apply(a, b);
  }

  /** The figures that people read. */
  public OutageFigures figures() {
    long notBack = sum(left) - sum(back);
    return new OutageFigures(
        sessions,
        mostAtOnce(),
        notBack,
        goneFor.estimates(),
        notBack == 0 ? (Long) recoveryMs() : null,
        messagesFailed,
        messagesLate);
  }

  private long recoveryMs() {
    return firstGoneEpochMs == null ? 0 : lastBackEpochMs - firstGoneEpochMs;
  }

  /** One that was back within the second in which it was gone counts in that second. */
  private long mostAtOnce() {
    Map<Long, Long> changes = new TreeMap<>(left);
    back.keySet().forEach(second -> changes.putIfAbsent(second, 0L));
    long gone = 0;
    long most = 0;
    for (Map.Entry<Long, Long> second : changes.entrySet()) {
      gone += second.getValue();
      most = Math.max(most, gone);
      gone -= back.getOrDefault(second.getKey(), 0L);
    }
    return most;
  }

  private static long sum(Map<Long, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
