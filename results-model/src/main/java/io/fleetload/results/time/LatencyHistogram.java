// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import io.fleetload.results.format.DamagedBook;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies in nanoseconds at 3 significant digits, from 0 to one hour, in at most 200 kB; the
 * smallest and the largest are kept as they were measured. A value outside is recorded at the edge
 * and counted, so that the number of values always equals the number of messages. Not thread-safe.
 */
public final class LatencyHistogram {
  /** The largest value kept as such: one hour, in ns. */
  static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private static final long LOWEST_DISCERNIBLE_NANOS = 1_000;
  private static final int SIGNIFICANT_DIGITS = 3;

  /** The least that HdrHistogram takes. */
  private static final long LEAST_RANGE_NANOS = 2 * LOWEST_DISCERNIBLE_NANOS;

  /** At most 5 points each time the rest halves: of a billion values less than 160 points. */
  private static final int POINTS_PER_HALF = 5;

  /** So many values are kept as they are, in less room than buckets take. */
  private static final int FEW = 1_024;

  private static final ThreadLocal<Encoder> ENCODERS = ThreadLocal.withInitial(Encoder::new);

  private long[] few = {};
  private int fewCount;
  private Histogram buckets; // null while there are few values
  private long belowZero;
  private long aboveHighest;
  private long least = Long.MAX_VALUE;
  private long greatest;
  private Long lowest = 0L;

  /**
   * Values that the buckets do not show.
   *
   * @param belowZero how many values were negative
   * @param aboveHighest how many were above one hour
   * @param least the smallest value as it was measured, in ns; null if only its bucket is known
   * @param greatest the largest, likewise
   * @param lowest the most negative value, in ns; 0 where there was none, null if it is not known
   */
  public record Edges(long belowZero, long aboveHighest, Long least, Long greatest, Long lowest) {
    /** Of a histogram in which no value was outside, and of which nothing else is known. */
    public static final Edges UNKNOWN = new Edges(0, 0, null, null, 0L);
  }

  /** An empty histogram. */
  public LatencyHistogram() {}

  private LatencyHistogram(Histogram buckets) {
    this.buckets = buckets;
    // A run has a dozen of them for each flow, and most values are far below an hour.
    buckets.setAutoResize(true);
  }

  /** Records one latency in ns. */
  public void record(long nanos) {
    if (nanos < 0) {
      belowZero++;
      lowest = lower(lowest, nanos);
    } else if (nanos > HIGHEST_NANOS) {
      aboveHighest++;
    }
    long kept = Math.max(0, Math.min(nanos, HIGHEST_NANOS));
    put(kept);
    least = Math.min(least, kept);
    greatest = Math.max(greatest, kept);
  }

  private void put(long kept) {
    if (buckets == null && fewCount == FEW) {
      spread();
    }
    if (buckets != null) {
      buckets.recordValue(kept);
      return;
    }
    if (fewCount == few.length) {
      few = Arrays.copyOf(few, Math.max(8, 2 * fewCount));
    }
    few[fewCount++] = kept;
  }

  /** From here on it has buckets. */
  private void spread() {
    buckets = new Histogram(LOWEST_DISCERNIBLE_NANOS, LEAST_RANGE_NANOS, SIGNIFICANT_DIGITS);
    buckets.setAutoResize(true);
    addTo(buckets);
    fewCount = 0;
    few = new long[0];
  }

  /** The values in buckets, to be read at once: the next histogram of few has the same. */
  private Histogram values() {
    return buckets == null ? ENCODERS.get().of(this) : buckets;
  }

  private void addTo(Histogram sum) {
    if (buckets != null) {
      sum.add(buckets);
    }
    for (int i = 0; i < fewCount; i++) {
      sum.recordValue(few[i]);
    }
  }

  /** Adds all values of another histogram; lossless. */
  public void add(LatencyHistogram other) {
    if (other.buckets != null) {
      if (buckets == null) {
        spread();
      }
      buckets.add(other.buckets);
    }
    for (int i = 0, count = other.fewCount; i < count; i++) {
      put(other.few[i]);
    }
    belowZero += other.belowZero;
    lowest = lower(lowest, other.lowest);
    aboveHighest += other.aboveHighest;
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
  }

  /** The values of both. */
  public LatencyHistogram plus(LatencyHistogram other) {
    LatencyHistogram sum = copy();
    sum.add(other);
    return sum;
  }

  /** An independent copy, for a thread that writes it down while this one goes on. */
  public LatencyHistogram copy() {
    LatencyHistogram copy = new LatencyHistogram();
    copy.few = Arrays.copyOf(few, fewCount);
    copy.fewCount = fewCount;
    if (buckets != null) {
      copy.buckets = buckets.copy();
      copy.buckets.setAutoResize(true);
    }
    copy.belowZero = belowZero;
    copy.lowest = lowest;
    copy.aboveHighest = aboveHighest;
    copy.least = least;
    copy.greatest = greatest;
    return copy;
  }

  /**
   * An independent copy as HdrHistogram's own class, with the buckets up to an hour: what is
   * written is added bucket by bucket.
   */
  public Histogram toHdr() {
    Histogram whole = new Histogram(LOWEST_DISCERNIBLE_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    addTo(whole);
    return whole;
  }

  /** Forgets all values. */
  public void reset() {
    fewCount = 0;
    if (buckets != null) {
      buckets.reset();
    }
    belowZero = 0;
    lowest = 0L;
    aboveHighest = 0;
    least = Long.MAX_VALUE;
    greatest = 0;
  }

  /** Number of the recorded values. */
  public long count() {
    return buckets == null ? fewCount : buckets.getTotalCount();
  }

  /** Number of the values that were at most that many ns, at the histogram's precision. */
  public long countUpTo(long nanos) {
    if (buckets != null) {
      return buckets.getCountBetweenValues(0, nanos);
    }
    long edge = ENCODERS.get().whole.highestEquivalentValue(nanos);
    long count = 0;
    for (int i = 0; i < fewCount; i++) {
      count += few[i] <= edge ? 1 : 0;
    }
    return count;
  }

  /** The sum of all values, in ns. */
  double sum() {
    if (buckets != null) {
      return buckets.getMean() * count();
    }
    double sum = 0;
    for (int i = 0; i < fewCount; i++) {
      sum += few[i];
    }
    return sum;
  }

  /** Number of the negative values: a clock that went backwards or differs between hosts. */
  public long belowZero() {
    return belowZero;
  }

  /**
   * The most negative value, in ns: by so much at least two clocks differ. 0 where there was none;
   * null if it is not known, because a book of an earlier version counts them alone.
   */
  Long lowest() {
    return lowest;
  }

  /** The lower of two; what is not known of one is not known of both. */
  private static Long lower(Long one, Long other) {
    return one == null || other == null ? null : (Long) Math.min(one, other);
  }

  /** Number of the values above one hour. */
  long aboveHighest() {
    return aboveHighest;
  }

  /**
   * The value at a percentile (0 to 100), in ns; 0 when empty. Never more than the largest value
   * seen.
   */
  public long percentile(double percentile) {
    return Math.min(values().getValueAtPercentile(percentile), greatest);
  }

  /** The arithmetic mean in ns; 0 when empty. */
  public double mean() {
    return count() == 0 ? 0 : values().getMean();
  }

  /** The standard deviation in ns; 0 when empty. */
  public double deviation() {
    return count() == 0 ? 0 : values().getStdDeviation();
  }

  /** The smallest value in ns, as it was measured; 0 when empty. */
  public long min() {
    return count() == 0 ? 0 : least;
  }

  /** The largest value in ns, as it was measured; 0 when empty. */
  public long max() {
    return greatest;
  }

  /** The figures people read, in ms. */
  public LatencySummary summary() {
    return LatencySummary.of(this);
  }

  /** The same with their intervals, where messages have to be taken as independent. */
  public LatencySummary estimates() {
    return new TimeConfidence(this).summary();
  }

  /**
   * The same with their intervals.
   *
   * @param blocks the same times by blocks; null if they were not kept
   */
  public LatencySummary estimates(TimeBlocks blocks) {
    return blocks == null ? estimates() : blocks.estimates(this);
  }

  /**
   * A point of the percentile curve.
   *
   * @param percentile 0 to 100
   * @param millis the value that this share of the values does not exceed, in ms
   */
  public record CurvePoint(double percentile, double millis) {}

  /**
   * The whole distribution, for a drawing over {@code 1 / (1 - p)}: points that come the closer the
   * nearer they are to 100 %. Within a flat stretch only its ends are kept.
   */
  public List<CurvePoint> curve() {
    List<CurvePoint> points = new ArrayList<>();
    for (HistogramIterationValue each : values().percentiles(POINTS_PER_HALF)) {
      double millis = Math.min(each.getValueIteratedTo(), max()) / 1e6;
      int last = points.size() - 1;
      if (last > 0
          && points.get(last).millis() == millis
          && points.get(last - 1).millis() == millis) {
        points.remove(last);
      }
      points.add(new CurvePoint(each.getPercentileLevelIteratedTo(), millis));
    }
    return points;
  }

  /** HdrHistogram's compressed V2 form, in base64. */
  public String encoded() {
    return ENCODERS.get().encoded(this);
  }

  /**
   * Buckets and a buffer to read or encode a histogram of few values. A thread keeps them for the
   * next one: another pair costs more time than the values of a second.
   */
  private static final class Encoder {
    private final Histogram whole =
        new Histogram(LOWEST_DISCERNIBLE_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private final ByteBuffer buffer = ByteBuffer.allocate(whole.getNeededByteBufferCapacity());

    Histogram of(LatencyHistogram histogram) {
      whole.reset();
      histogram.addTo(whole);
      return whole;
    }

    String encoded(LatencyHistogram histogram) {
      buffer.clear();
      int length = of(histogram).encodeIntoCompressedByteBuffer(buffer);
      return StandardCharsets.ISO_8859_1
          .decode(Base64.getEncoder().encode(buffer.flip().limit(length)))
          .toString();
    }
  }

  /** The values that {@link #encoded()} does not have. */
  Edges edges() {
    return new Edges(
        belowZero,
        aboveHighest,
        count() == 0 ? null : (Long) least,
        count() == 0 ? null : greatest,
        lowest);
  }

  /**
   * Reads what {@link #encoded()} wrote.
   *
   * @throws IllegalArgumentException if the text is no such histogram
   */
  public static LatencyHistogram decoded(String base64, Edges edges) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      LatencyHistogram decoded =
          new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(bytes, HIGHEST_NANOS));
      decoded.belowZero = edges.belowZero();
      decoded.lowest = edges.lowest();
      decoded.aboveHighest = edges.aboveHighest();
      if (decoded.count() > 0) {
        Histogram values = decoded.buckets;
        decoded.least = edges.least() == null ? values.getMinValue() : edges.least();
        decoded.greatest = edges.greatest() == null ? values.getMaxValue() : edges.greatest();
      }
      return decoded;
    } catch (DataFormatException | RuntimeException e) {
      // HdrHistogram makes its histograms by reflection, which wraps what was thrown.
      rethrowError(e);
      throw new DamagedBook("no compressed histogram: " + e.getMessage(), e);
    }
  }

  /** Too little memory makes no file a damaged one, however it was wrapped on its way. */
  public static void rethrowError(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof VirtualMachineError error) {
        throw error;
      }
    }
  }
}
