package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.PerSecond;
import io.fleetload.results.PerSecond.ResponseMs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The course of a flow, second by second; it grows with the run's length, some bytes a second. */
final class Seconds {
  private static final long NANOS = 1_000_000_000L;

  private final Counts scheduled = new Counts();
  private final Counts sent = new Counts();
  private final Counts ok = new Counts();
  private final Counts failed = new Counts();
  private final Counts retransmitted = new Counts();
  private final Map<String, Counts> failedBy = new TreeMap<>();
  private final List<Double> p50 = new ArrayList<>();
  private final List<Double> p90 = new ArrayList<>();
  private final List<Double> p99 = new ArrayList<>();
  private final List<Double> max = new ArrayList<>();
  private final LatencyHistogram current = new LatencyHistogram();
  private int length;

  void scheduled(long offsetNanos) {
    scheduled.add(second(offsetNanos));
  }

  void sent(long offsetNanos) {
    sent.add(second(offsetNanos));
  }

  void ok(long offsetNanos, long responseNanos) {
    int second = second(offsetNanos);
    ok.add(second);
    closeUntil(second);
    current.record(responseNanos);
  }

  void failed(long offsetNanos, Cause cause) {
    int second = second(offsetNanos);
    failed.add(second);
    failedBy.computeIfAbsent(cause.key(), key -> new Counts()).add(second);
  }

  void retransmitted(long offsetNanos) {
    retransmitted.add(second(offsetNanos));
  }

  PerSecond snapshot() {
    Map<String, List<Long>> causes = new TreeMap<>();
    failedBy.forEach((cause, counts) -> causes.put(cause, counts.list(length)));
    return new PerSecond(
        scheduled.list(length),
        sent.list(length),
        ok.list(length),
        failed.list(length),
        retransmitted.list(length),
        causes,
        new ResponseMs(
            withCurrent(p50, 50),
            withCurrent(p90, 90),
            withCurrent(p99, 99),
            withCurrent(max, 100)));
  }

  /** Closes the seconds before this one; the outcomes of a thread come in the order of time. */
  private void closeUntil(int second) {
    while (max.size() < second) {
      p50.add(figure(50));
      p90.add(figure(90));
      p99.add(figure(99));
      max.add(figure(100));
      current.reset();
    }
  }

  private List<Double> withCurrent(List<Double> closed, double percentile) {
    List<Double> all = new ArrayList<>(closed);
    if (all.size() < length) {
      all.add(figure(percentile));
    }
    while (all.size() < length) {
      all.add(null);
    }
    return all;
  }

  private Double figure(double percentile) {
    return current.count() == 0 ? null : Math.round(current.percentile(percentile) / 1e3) / 1e3;
  }

  private int second(long offsetNanos) {
    int second = (int) Math.max(0, offsetNanos / NANOS);
    length = Math.max(length, second + 1);
    return second;
  }

  /** One count a second. */
  private static final class Counts {
    private long[] counts = new long[64];

    void add(int second) {
      if (second >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(second + 1, counts.length * 2));
      }
      counts[second]++;
    }

    List<Long> list(int length) {
      List<Long> list = new ArrayList<>(length);
      for (int i = 0; i < length; i++) {
        list.add(i < counts.length ? counts[i] : 0L);
      }
      return list;
    }
  }
}
