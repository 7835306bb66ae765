// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.limit;

import io.fleetload.results.format.RequiredPart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Load of one tenant beside a limit, second by second of the epoch. What the target counts is not
 * known to the devices, but lies between two bounds: it counts what is confirmed, and nothing that
 * was not begun.
 *
 * @param firstEpochSecond the second of the first place of each list
 * @param begun what the target may count from a second on: bytes or messages handed to the wire, or
 *     attempts at sessions
 * @param over what it may not count after a second: attempts that failed, and sessions that ended
 * @param confirmed what it counts from the next second on: bytes or messages confirmed, or sessions
 *     opened
 * @param ended what it may not count any more within a second: sessions that ended
 * @param accepted messages or sessions that went well, by the second in which they were begun
 * @param refused messages or sessions that were refused, by the second of the refusal
 */
public record LimitCourse(
    long firstEpochSecond,
    @RequiredPart List<Long> begun,
    @RequiredPart List<Long> over,
    @RequiredPart List<Long> confirmed,
    @RequiredPart List<Long> ended,
    @RequiredPart List<Long> accepted,
    @RequiredPart List<Long> refused) {

  /** Nothing happened. */
  public static final LimitCourse NONE =
      new LimitCourse(0, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** Number of seconds. */
  public int seconds() {
    return begun.size();
  }

  /** The most that the target may have counted within each second. */
  public long[] most() {
    long[] most = new long[seconds()];
    long sum = 0;
    for (int i = 0; i < most.length; i++) {
      sum += begun.get(i);
      most[i] = sum;
      sum -= over.get(i);
    }
    return most;
  }

  /** The least that it must have counted within each second. */
  public long[] least() {
    long[] least = new long[seconds()];
    long sum = 0;
    for (int i = 0; i < least.length; i++) {
      sum -= ended.get(i);
      least[i] = sum;
      sum += confirmed.get(i);
    }
    return least;
  }

  /** This and that of another process. */
  LimitCourse plus(LimitCourse other) {
    if (seconds() == 0 || other.seconds() == 0) {
      return seconds() == 0 ? other : this;
    }
    long first = Math.min(firstEpochSecond, other.firstEpochSecond);
    long end = Math.max(firstEpochSecond + seconds(), other.firstEpochSecond + other.seconds());
    int length = Math.toIntExact(end - first);
    return new LimitCourse(
        first,
        sum(other, first, length, LimitCourse::begun),
        sum(other, first, length, LimitCourse::over),
        sum(other, first, length, LimitCourse::confirmed),
        sum(other, first, length, LimitCourse::ended),
        sum(other, first, length, LimitCourse::accepted),
        sum(other, first, length, LimitCourse::refused));
  }

  private List<Long> sum(
      LimitCourse other, long first, int length, Function<LimitCourse, List<Long>> each) {
    List<Long> sum = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      sum.add(at(each.apply(this), first + i) + other.at(each.apply(other), first + i));
    }
    return List.copyOf(sum);
  }

  private long at(List<Long> counts, long epochSecond) {
    long place = epochSecond - firstEpochSecond;
    return place < 0 || place >= counts.size() ? 0 : counts.get((int) place);
  }
}
