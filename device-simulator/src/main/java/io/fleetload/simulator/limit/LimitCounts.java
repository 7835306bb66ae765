// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.limit;

import io.fleetload.results.limit.LimitCourse;
import io.fleetload.results.run.MessageSet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Counts of one tenant beside one limit, by the second of the epoch; 48 bytes a second. */
final class LimitCounts {
  /** Events that are counted. */
  enum Event {
    BEGUN,
    OVER,
    CONFIRMED,
    ENDED,
    ACCEPTED,
    REFUSED
  }

  private static final long[] NOTHING = {};

  private final Map<Event, long[]> counts = new EnumMap<>(Event.class);
  private final Map<String, MessageSet> refused = new LinkedHashMap<>();
  private long first;
  private int length;

  /** Adds an amount to a second; seconds before the first one of all count as that one. */
  void add(Event event, long epochSecond, long amount) {
    if (length == 0) {
      first = epochSecond;
    }
    int place = (int) Math.max(0, epochSecond - first);
    length = Math.max(length, place + 1);
    long[] of = counts.getOrDefault(event, NOTHING);
    if (of.length <= place) {
      of = Arrays.copyOf(of, Math.max(64, place + place / 2 + 1));
      counts.put(event, of);
    }
    of[place] += amount;
  }

  /** A message of a flow was refused. */
  void refused(String flow, int n) {
    refused.computeIfAbsent(flow, each -> new MessageSet()).add(n);
  }

  /** Independent copies of the numbers of the messages that were refused, by flow. */
  Map<String, MessageSet> refused() {
    Map<String, MessageSet> copy = new LinkedHashMap<>();
    refused.forEach((flow, numbers) -> copy.put(flow, numbers.copy()));
    return copy;
  }

  /** An independent copy so far. */
  LimitCourse snapshot() {
    return length == 0
        ? LimitCourse.NONE
        : new LimitCourse(
            first,
            copy(Event.BEGUN),
            copy(Event.OVER),
            copy(Event.CONFIRMED),
            copy(Event.ENDED),
            copy(Event.ACCEPTED),
            copy(Event.REFUSED));
  }

  private List<Long> copy(Event event) {
    return LongStream.of(Arrays.copyOf(counts.getOrDefault(event, NOTHING), length))
        .boxed()
        .toList();
  }
}
