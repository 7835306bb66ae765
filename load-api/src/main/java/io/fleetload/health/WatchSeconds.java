// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.time.LatencyHistogram;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** A simulator second by second, counted from where it was said to begin: a few numbers each. */
final class WatchSeconds {
  private static final double MILLI = 1e6;
  private static final double P99 = 99;

  private final Course lag = new Course();
  private final Course loopDelay = new Course();
  private final Course process = new Course();
  private final Course thread = new Course();
  private final Course waited = new Course();
  private final Course lagP99 = new Course();
  private final LatencyHistogram lagsOfSecond = new LatencyHistogram();
  private int lagsSecond;
  private int length;

  /**
   * A message was handled.
   *
   * @param dueSecond the second that it was due in
   * @param second the second of now
   */
  void lag(int dueSecond, int second, long nanos) {
    length = Math.max(length, dueSecond + 1);
    lag.atLeast(dueSecond, nanos / MILLI);
    if (second != lagsSecond) {
      noteLags();
      lagsOfSecond.reset();
      lagsSecond = second;
    }
    lagsOfSecond.record(nanos);
  }

  private void noteLags() {
    if (lagsOfSecond.count() > 0) {
      length = Math.max(length, lagsSecond + 1);
      lagP99.set(lagsSecond, lagsOfSecond.percentile(P99) / MILLI);
    }
  }

  void loopDelay(int second, long nanos) {
    length = Math.max(length, second + 1);
    loopDelay.atLeast(second, nanos / MILLI);
  }

  /**
   * Between two samples; where they are more than a second apart, each second has its part.
   *
   * @param from the first second
   * @param to the second after the last one
   */
  void processors(int from, int to, ProcessorShares shares) {
    length = Math.max(length, to);
    for (int second = from; second < to; second++) {
      process.atLeast(second, shares.process());
      thread.atLeast(second, shares.thread());
      if (shares.waited() != null) {
        waited.atLeast(second, shares.waited());
      }
    }
  }

  GeneratorSeconds snapshot() {
    noteLags();
    return new GeneratorSeconds(
        lag.copy(length),
        loopDelay.copy(length),
        process.copy(length),
        thread.copy(length),
        waited.copy(length),
        lagP99.copy(length));
  }

  /** One figure a second; none where nothing was measured. */
  private static final class Course {
    private float[] values = new float[0];

    void atLeast(int second, double value) {
      if (second >= values.length || !(values[second] >= value)) {
        set(second, value);
      }
    }

    void set(int second, double value) {
      if (second >= values.length) {
        int before = values.length;
        values = Arrays.copyOf(values, Math.max(second + 1, before * 2));
        Arrays.fill(values, before, values.length, Float.NaN);
      }
      values[second] = (float) value;
    }

    List<Double> copy(int length) {
      return new Copied(Arrays.copyOf(values, Math.min(length, values.length)), length);
    }
  }

  /** Boxed by the thread that reads it, not by that of the wire, which took the copy. */
  private static final class Copied extends AbstractList<Double> implements RandomAccess {
    private static final double STEPS = 1e3;

    private final float[] values;
    private final int length;

    Copied(float[] values, int length) {
      this.values = values;
      this.length = length;
    }

    @Override
    public Double get(int index) {
      float value = index < values.length ? values[index] : Float.NaN;
      return Float.isNaN(value) ? null : Math.round(value * STEPS) / STEPS;
    }

    @Override
    public int size() {
      return length;
    }
  }
}
