// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.Books;
import io.fleetload.results.MeasurementsAsJson;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  private static final double THREE_DIGITS = 0.001;

  @Test
  void anEmptyHistogramHasNoFigures() {
    LatencyHistogram empty = new LatencyHistogram();
    assertThat(empty.summary())
        .isEqualTo(new LatencySummary(0, LatencySummary.Percentiles.NONE, 0, 0, null, null, null));
    assertThat(LatencyHistogram.decoded(empty.encoded(), empty.edges()).summary())
        .isEqualTo(empty.summary());
  }

  @Test
  void aValueOutOfRangeStandsAtTheEdgeAndIsCounted() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(-1);
    histogram.record(0);
    histogram.record(LatencyHistogram.HIGHEST_NANOS);
    histogram.record(LatencyHistogram.HIGHEST_NANOS + 1);
    histogram.record(Long.MAX_VALUE);
    assertThat(histogram.count()).isEqualTo(5);
    assertThat(histogram.belowZero()).isEqualTo(1);
    assertThat(histogram.aboveHighest()).isEqualTo(2);
    assertThat(histogram.min()).isZero();
    assertThat((double) histogram.max())
        .isCloseTo(
            LatencyHistogram.HIGHEST_NANOS, within(LatencyHistogram.HIGHEST_NANOS * THREE_DIGITS));
  }

  /** The first values of a histogram have no buckets; nothing that it says may show that. */
  @Test
  void fewValuesSayWhatBucketsSay() {
    Random random = new Random(3);
    Histogram buckets = new Histogram(1_000, 3_600_000_000_000L, 3);
    LatencyHistogram grown = new LatencyHistogram();
    LatencyHistogram sum = new LatencyHistogram();
    for (int count = 1; count <= 1_100; count++) {
      long nanos = (long) Math.exp(random.nextDouble() * 25);
      buckets.recordValue(nanos);
      grown.record(nanos);
      LatencyHistogram one = new LatencyHistogram();
      one.record(nanos);
      sum.add(one);
      for (LatencyHistogram each : List.of(grown, sum, grown.copy())) {
        assertThat(each.percentile(50))
            .isEqualTo(Math.min(buckets.getValueAtPercentile(50), each.max()));
        assertThat(each.percentile(99))
            .isEqualTo(Math.min(buckets.getValueAtPercentile(99), each.max()));
        assertThat(each.mean()).isEqualTo(buckets.getMean());
        assertThat(each.deviation()).isEqualTo(buckets.getStdDeviation());
        assertThat(each.countUpTo(1_000_000))
            .isEqualTo(buckets.getCountBetweenValues(0, 1_000_000));
        assertThat(each.toHdr()).isEqualTo(buckets);
        assertThat(LatencyHistogram.decoded(each.encoded(), each.edges()).toHdr())
            .isEqualTo(buckets);
      }
    }
    assertThat(grown.encoded()).isEqualTo(sum.encoded());
  }

  @Test
  void everyPercentileHasThreeSignificantDigits() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long micros = 1; micros <= 100_000; micros++) {
      histogram.record(micros * 1_000);
    }
    for (double percentile : new double[] {50, 75, 90, 95, 99, 99.9, 99.99, 100}) {
      double exact = percentile * 1_000_000;
      assertThat((double) histogram.percentile(percentile))
          .isCloseTo(exact, within(exact * THREE_DIGITS));
    }
    assertThat(histogram.mean()).isCloseTo(50_000_500, within(50_000_500 * THREE_DIGITS));
  }

  @Test
  void mergedShardsSayWhatOneHistogramWouldHaveSaid() {
    Random random = new Random(1);
    LatencyHistogram one = new LatencyHistogram();
    LatencyHistogram merged = new LatencyHistogram();
    for (int shard = 0; shard < 5; shard++) {
      LatencyHistogram part = new LatencyHistogram();
      for (int i = 0; i < 2_000; i++) {
        long nanos = Math.round(Math.exp(random.nextGaussian() * 3 + 16)) - 1_000;
        one.record(nanos);
        part.record(nanos);
      }
      one.record(Long.MAX_VALUE);
      part.record(Long.MAX_VALUE);
      merged.add(LatencyHistogram.decoded(part.encoded(), part.edges()));
    }
    assertThat(merged.summary()).isEqualTo(one.summary());
    assertThat(merged.encoded()).isEqualTo(one.encoded());
    for (double percentile = 0; percentile <= 100; percentile += 0.1) {
      assertThat(merged.percentile(percentile)).isEqualTo(one.percentile(percentile));
    }
  }

  @Test
  void aCopyIsIndependentAndAResetForgetsTheClampsToo() {
    LatencyHistogram histogram = Books.millis(1);
    histogram.record(-1);
    LatencyHistogram copy = histogram.copy();
    histogram.reset();
    assertThat(histogram.count()).isZero();
    assertThat(histogram.belowZero()).isZero();
    assertThat(copy.count()).isEqualTo(2);
    assertThat(copy.belowZero()).isEqualTo(1);
    assertThat(copy.lowest()).isNegative();
  }

  @Test
  void howFarBelowZeroItWentIsInTheFileAndUnknownOfAnEarlierVersions() throws Exception {
    ObjectMapper json = new ObjectMapper().registerModule(new MeasurementsAsJson());
    LatencyHistogram histogram = Books.millis(1);
    histogram.record(-5_000_000);
    histogram.record(-1_000_000);
    String file = json.writeValueAsString(histogram);

    assertThat(json.readValue(file, LatencyHistogram.class).lowest()).isEqualTo(-5_000_000);
    String earlier = file.replace("\"lowest\":-5000000,", "");
    assertThat(json.readValue(earlier, LatencyHistogram.class).lowest()).isNull();
    String without = json.writeValueAsString(Books.millis(1));
    assertThat(json.readValue(without, LatencyHistogram.class).lowest()).isZero();
  }

  @Test
  void theSmallestAndTheLargestAreAsTheyWereMeasured() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(123_456_789);
    histogram.record(1_234_567);
    histogram.record(5_000_000);
    assertThat(histogram.min()).isEqualTo(1_234_567);
    assertThat(histogram.max()).isEqualTo(123_456_789);
    assertThat(histogram.percentile(100)).isEqualTo(123_456_789);

    LatencyHistogram other = new LatencyHistogram();
    other.record(987_654_321);
    histogram.add(other);
    LatencyHistogram read = new StoredHistogram(histogram).packed().unpacked();
    assertThat(read.min()).isEqualTo(1_234_567);
    assertThat(read.max()).isEqualTo(987_654_321);
    assertThat(histogram.copy().min()).isEqualTo(1_234_567);
    assertThat(histogram.plus(new LatencyHistogram()).min()).isEqualTo(1_234_567);
  }

  @Test
  void ofABookOfAnEarlierVersionTheirBucketsAreKnown() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(1_234_567);
    histogram.record(123_456_789);
    LatencyHistogram read =
        LatencyHistogram.decoded(histogram.encoded(), LatencyHistogram.Edges.UNKNOWN);
    assertThat((double) read.min()).isCloseTo(1_234_567, within(1_234_567 * THREE_DIGITS));
    assertThat((double) read.max()).isCloseTo(123_456_789, within(123_456_789 * THREE_DIGITS));
  }

  @Test
  void damagedTextIsNoHistogram() {
    assertThatThrownBy(() -> LatencyHistogram.decoded("AAAA", LatencyHistogram.Edges.UNKNOWN))
        .isInstanceOf(IllegalArgumentException.class);
    String whole = Books.millis(1, 2, 3).encoded();
    assertThatThrownBy(
            () -> LatencyHistogram.decoded(whole.substring(0, 24), LatencyHistogram.Edges.UNKNOWN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theCurveEndsAtTheLargestValueAndIsShortWhateverTheCount() {
    LatencyHistogram histogram = new LatencyHistogram();
    Random random = new Random(3);
    for (int i = 0; i < 1_000_000; i++) {
      histogram.record((long) (1e6 * Math.exp(random.nextGaussian())));
    }
    List<LatencyHistogram.CurvePoint> curve = histogram.curve();
    assertThat(curve).hasSizeLessThanOrEqualTo(200);
    assertThat(curve)
        .isSortedAccordingTo(Comparator.comparingDouble(LatencyHistogram.CurvePoint::percentile));
    assertThat(curve)
        .isSortedAccordingTo(Comparator.comparingDouble(LatencyHistogram.CurvePoint::millis));
    assertThat(curve.get(curve.size() - 1))
        .isEqualTo(new LatencyHistogram.CurvePoint(100, histogram.max() / 1e6));
  }

  @Test
  void ofAFlatStretchOfTheCurveOnlyTheEndsAreKept() {
    LatencyHistogram histogram = Books.millis(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
    assertThat(histogram.curve()).hasSize(2);
    assertThat(new LatencyHistogram().curve()).isEmpty();
  }
}
