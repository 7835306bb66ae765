// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.disturb.Disturbance;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Begins of the disturbances of the target, and which of them an event belongs to: the last one
 * that had begun when the event was known, or when what it began with could still have been
 * answered. So a message that was under way when the target went away belongs to that disturbance.
 */
public final class DisturbanceTimes {
  /** The place of an event before all disturbances. */
  static final int NONE = -1;

  private static final long NEVER = Long.MAX_VALUE;

  private final List<String> names;
  private final long[] atNanos;
  private final long patienceNanos;
  private final LongSupplier measureStart;

  /**
   * The times of a run.
   *
   * @param names their names, in their order
   * @param atNanos when they begin, from the begin of the measured phase, ns
   * @param patienceNanos how long a message may wait for an answer, ns
   * @param measureStart when the measured phase begins, on the run's clock; {@link Long#MAX_VALUE}
   *     while that is not known
   */
  DisturbanceTimes(
      List<String> names, long[] atNanos, long patienceNanos, LongSupplier measureStart) {
    this.names = List.copyOf(names);
    this.atNanos = atNanos.clone();
    this.patienceNanos = patienceNanos;
    this.measureStart = measureStart;
  }

  /** The times of a profile; {@code measureStart} is as in the constructor. */
  public static DisturbanceTimes of(LoadProfile profile, LongSupplier measureStart) {
    List<Disturbance> all = profile.disturbing().disturb();
    long silence =
        profile.devices().groups().stream()
            .mapToLong(each -> each.devices().reconnectAfter().nanos())
            .max()
            .orElse(0);
    return new DisturbanceTimes(
        all.stream().map(Disturbance::name).toList(),
        all.stream().mapToLong(each -> each.at().nanos()).toArray(),
        Math.max(profile.devices().longestTimeout().nanos(), silence),
        measureStart);
  }

  /** No times, of a target that is left alone. */
  public static DisturbanceTimes none() {
    return new DisturbanceTimes(List.of(), new long[0], 0, () -> NEVER);
  }

  /** Number of disturbances. */
  int count() {
    return names.size();
  }

  String name(int place) {
    return names.get(place);
  }

  /** Planned begin of one, on the run's clock; {@link Long#MAX_VALUE} while that is not known. */
  long beginNanos(int place) {
    long start = measureStart.getAsLong();
    return start == NEVER ? NEVER : start + atNanos[place];
  }

  /** Returns whether the measured phase goes on, and the first disturbance is still to come. */
  boolean isBefore(long nanos) {
    return nanos >= measureStart.getAsLong() && nanos < beginNanos(0);
  }

  /**
   * The disturbance that an event belongs to; {@link #NONE} before the first.
   *
   * @param sinceNanos when it began: a message was due, a session was silent
   * @param knownNanos when it was known
   */
  int of(long sinceNanos, long knownNanos) {
    return at(Math.min(knownNanos, sinceNanos + patienceNanos));
  }

  /** The disturbance that had begun last at a time; {@link #NONE} before the first. */
  int at(long nanos) {
    int place = atNanos.length - 1;
    while (place >= 0 && nanos < beginNanos(place)) {
      place--;
    }
    return place;
  }
}
