// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.book.Handshakes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Handshakes second by second from the first attempt; it grows some bytes a second. */
final class HandshakeCourse {
  private static final long NANOS = 1_000_000_000L;

  private final List<Long> begun = new ArrayList<>();
  private final List<Long> succeeded = new ArrayList<>();
  private final List<Long> failed = new ArrayList<>();
  private final List<Long> ended = new ArrayList<>();
  private final Map<String, List<Long>> failedBy = new TreeMap<>();
  private long firstNanos;

  void begun(long nowNanos) {
    if (begun.isEmpty()) {
      firstNanos = nowNanos;
    }
    add(begun, nowNanos);
  }

  void succeeded(long nowNanos) {
    add(succeeded, nowNanos);
  }

  void failed(String cause, long nowNanos) {
    add(failed, nowNanos);
    add(failedBy.computeIfAbsent(cause, first -> new ArrayList<>()), nowNanos);
  }

  void ended(long nowNanos) {
    add(ended, nowNanos);
  }

  Handshakes.HandshakeSeconds snapshot() {
    int seconds =
        Math.max(Math.max(begun.size(), succeeded.size()), Math.max(failed.size(), ended.size()));
    Map<String, List<Long>> byCause = new TreeMap<>();
    failedBy.forEach((cause, counts) -> byCause.put(cause, whole(counts, seconds)));
    return new Handshakes.HandshakeSeconds(
        whole(begun, seconds),
        whole(succeeded, seconds),
        whole(failed, seconds),
        whole(ended, seconds),
        byCause);
  }

  private void add(List<Long> counts, long nowNanos) {
    int second = (int) ((nowNanos - firstNanos) / NANOS);
    fill(counts, second + 1);
    counts.set(second, counts.get(second) + 1);
  }

  private static List<Long> whole(List<Long> counts, int seconds) {
    List<Long> whole = new ArrayList<>(counts);
    fill(whole, seconds);
    return List.copyOf(whole);
  }

  private static void fill(List<Long> counts, int seconds) {
    while (counts.size() < seconds) {
      counts.add(0L);
    }
  }
}
