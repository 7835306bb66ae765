package io.fleetload.simulator.measure;

import io.fleetload.results.PerSecond;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts second by second; grows with the length of the run, a few bytes a second. */
final class Seconds {
  private static final long NANOS = 1_000_000_000L;

  private long[] scheduled = new long[64];
  private long[] sent = new long[64];
  private long[] ok = new long[64];
  private long[] failed = new long[64];
  private int length;

  void scheduled(long offsetNanos) {
    int second = second(offsetNanos);
    scheduled[second]++;
  }

  void sent(long offsetNanos) {
    int second = second(offsetNanos);
    sent[second]++;
  }

  void ok(long offsetNanos) {
    int second = second(offsetNanos);
    ok[second]++;
  }

  void failed(long offsetNanos) {
    int second = second(offsetNanos);
    failed[second]++;
  }

  PerSecond snapshot() {
    return new PerSecond(list(scheduled), list(sent), list(ok), list(failed));
  }

  /** Its place in the arrays, which may be new ones after the call. */
  private int second(long offsetNanos) {
    int second = (int) Math.max(0, offsetNanos / NANOS);
    if (second >= scheduled.length) {
      int capacity = Math.max(second + 1, scheduled.length * 2);
      scheduled = Arrays.copyOf(scheduled, capacity);
      sent = Arrays.copyOf(sent, capacity);
      ok = Arrays.copyOf(ok, capacity);
      failed = Arrays.copyOf(failed, capacity);
    }
    length = Math.max(length, second + 1);
    return second;
  }

  private List<Long> list(long[] counts) {
    List<Long> list = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      list.add(counts[i]);
    }
    return list;
  }
}
