// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Clock of the target against the devices', by the times at which it says that it answered. Of one
 * answer with the device's times s (sent) and r (received) and the target's time t in steps of d
 * the offset is between {@code t − r} and {@code t + d − s}.
 *
 * @param clocks the target's clock less the devices', of every shard
 * @param withoutTime answers that were to have a time and have none, or none that can be read
 * @param contradicting answers with a time that contradicts others, because several clocks made
 *     them or because one was set
 * @param errorNanos by how much a part of a measured message's time may be wrong either way, in ns
 */
public record TargetClock(
    @RequiredPart DeviceClocks clocks, long withoutTime, long contradicting, long errorNanos) {

  /** The part of a message's time until the target answered. */
  public static final String UNTIL_ANSWER = "untilAnswer";

  /** The part of a message's time that its answer was on the way back. */
  public static final String WAY_BACK = "wayBack";

  /** The parts that a message's time is split into, in the order in which they follow. */
  public static final List<String> PARTS = List.of(UNTIL_ANSWER, WAY_BACK);

  private static final String NOT_KNOWN = "; untilAnswer and wayBack are not known";

  /**
   * The clock as people read it. The times are absent where no answer had one.
   *
   * @param offsetMs the target's clock less the devices', in ms; of several shards the largest
   * @param uncertaintyMs by how much that may be wrong either way, in ms
   * @param correctedMs what the parts of messages are corrected by, in ms; 0 where the clocks may
   *     be equal
   * @param samples answers with a time
   * @param withoutTime answers that were to have one and have none
   * @param contradicting answers with a time that contradicts others
   * @param shards the clock against each shard's; absent where there is only one
   * @param shardsApartMs the least that the clocks of two shards differ, in ms; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TargetClockFigures(
      Double offsetMs,
      Double uncertaintyMs,
      Double correctedMs,
      long samples,
      long withoutTime,
      long contradicting,
      List<DeviceClocks.OfShard> shards,
      Double shardsApartMs) {

    /** Sentences on what is remarkable about it; empty for a clock that may be equal. */
    public List<String> notes() {
      List<String> notes = new ArrayList<>();
      if (samples == 0) {
        notes.add("the target does not say when it answers" + NOT_KNOWN);
      } else if (contradicting > 0) {
        notes.add(
            line("%,d of the target's %,d times contradict others", contradicting, samples)
                + NOT_KNOWN);
      } else if (correctedMs != 0) {
        notes.add(
            line(
                "the target's is %,.1f ms %s the devices', ± %.1f ms; untilAnswer and wayBack are"
                    + " corrected",
                Math.abs(offsetMs), offsetMs < 0 ? "behind" : "ahead of", uncertaintyMs));
      }
      if (samples > 0 && withoutTime > 0) {
        notes.add(
            line("%,d answers have no time of the target; the parts leave them out", withoutTime));
      }
      return notes;
    }

    private static String line(String format, Object... values) {
      return String.format(Locale.ROOT, format, values);
    }
  }

  /** The figures. */
  public TargetClockFigures figures() {
    DeviceClocks.ClockFigures known = clocks.figures();
    return known == null
        ? new TargetClockFigures(null, null, null, 0, withoutTime, contradicting, null, null)
        : new TargetClockFigures(
            known.offsetMs(),
            known.uncertaintyMs(),
            known.correctedMs(),
            known.samples(),
            withoutTime,
            contradicting,
            known.shards(),
            known.shardsApartMs());
  }

  /**
   * Error of the parts of a message's time either way, in ms; null if it is not known, because the
   * target's times contradict each other.
   */
  public Double errorMillis() {
    return contradicting > 0 ? null : (Double) (Math.ceil(errorNanos / 1e3) / 1e3);
  }

  /**
   * Returns whether the times of a part are known: those that a driver measured by one clock, and
   * those that the target's clock splits if it does not contradict itself.
   *
   * @param clock the target's; null if no message asks for it
   */
  public static boolean knows(String part, TargetClock clock) {
    return !PARTS.contains(part) || (clock != null && clock.errorMillis() != null);
  }

  /** This and that of another process, which compared it with a clock of its own. */
  public TargetClock plus(TargetClock other) {
    if (other == null) {
      return this;
    }
    List<ClockOffset> shards = new ArrayList<>(clocks.shards());
    shards.addAll(other.clocks.shards());
    return new TargetClock(
        new DeviceClocks(shards, 0),
        withoutTime + other.withoutTime,
        contradicting + other.contradicting,
        Math.max(errorNanos, other.errorNanos));
  }
}
