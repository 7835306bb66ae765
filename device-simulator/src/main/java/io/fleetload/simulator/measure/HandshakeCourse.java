// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.Handshakes;
import java.util.ArrayList;
import java.util.List;

/** Handshakes second by second from the first attempt; it grows some bytes a second. */
final class HandshakeCourse {
  private static final long NANOS = 1_000_000_000L;

  private final List<Long> begun = new ArrayList<>();
  private final List<Long> succeeded = new ArrayList<>();
  private final List<Long> failed = new ArrayList<>();
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

  void failed(long nowNanos) {
    add(failed, nowNanos);
  }

  Handshakes.Course snapshot() {
    return new Handshakes.Course(List.copyOf(begun), List.copyOf(succeeded), List.copyOf(failed));
  }

  private void add(List<Long> counts, long nowNanos) {
    int second = (int) ((nowNanos - firstNanos) / NANOS);
    while (begun.size() <= second) {
      begun.add(0L);
      succeeded.add(0L);
      failed.add(0L);
    }
    counts.set(second, counts.get(second) + 1);
  }
}
