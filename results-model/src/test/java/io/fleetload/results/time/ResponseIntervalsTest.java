// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.Books;
import io.fleetload.results.format.DamagedBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseIntervalsTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "10, 0", "10, 11", "10, 1000000000", "-10, -10"})
  void lengthsWithWhichNoSecondHasAPlaceAreRefused(int seconds, int first) {
    assertThatThrownBy(() -> new ResponseIntervals(seconds, first, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("seconds " + seconds, "first " + first);
  }

  @Test
  void whatIsNoHistogramIsADamagedBook() {
    ResponseIntervals intervals = new ResponseIntervals(1, 1, List.of(), List.of("5"));
    assertThatThrownBy(() -> intervals.between(0, 1)).isInstanceOf(DamagedBook.class);
    IntervalSum sum = new IntervalSum();
    assertThatThrownBy(() -> sum.add(intervals, 0)).isInstanceOf(DamagedBook.class);
    assertThat(new IntervalSum().sum().size()).isZero();
  }

  private static String millis(long... each) {
    return ResponseIntervals.encoded(Books.millis(each));
  }

  @ParameterizedTest
  @CsvSource({"900, 1", "3600, 1", "3601, 10", "36000, 10", "36001, 60", "86400, 60", "864000, 60"})
  void aLongRunHasLongIntervals(double seconds, int length) {
    assertThat(ResponseIntervals.lengthFor(seconds)).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({
    "900, 4, 1",
    "901, 4, 10",
    "900, 32, 10",
    "3600, 32, 60",
    "36000, 32, 600",
    "86400, 32, 3600"
  })
  void partsHaveTogetherNoMoreIntervalsThanTheWhole(double seconds, int parts, int length) {
    assertThat(ResponseIntervals.lengthFor(seconds, parts)).isEqualTo(length);
    assertThat(seconds / length * parts).isLessThanOrEqualTo(3_600);
  }

  @Test
  void aStretchThatEndsWithinAnIntervalHasAllOfIt() {
    ResponseIntervals intervals =
        new ResponseIntervals(10, 10, List.of(), List.of(millis(5), millis(10), millis(20)));
    assertThat(intervals.between(10, 15).count()).isEqualTo(1);
    assertThat(intervals.between(0, 11).count()).isEqualTo(2);
    assertThat(intervals.between(10, 10).count()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "1, 7, 1", "10, 0, 10", "10, 35, 5", "10, 40, 10", "60, 61, 1"})
  void anIntervalBeginsWithTheMeasuredPhase(int length, int measuredFrom, int first) {
    assertThat(ResponseIntervals.firstFor(length, measuredFrom)).isEqualTo(first);
    ResponseIntervals intervals = new ResponseIntervals(length, first, List.of(), List.of());
    int place = intervals.place(measuredFrom);
    assertThat(intervals.begin(place)).isEqualTo(measuredFrom);
    assertThat(intervals.place(measuredFrom + length - 1)).isEqualTo(place);
    assertThat(intervals.begin(place + 1)).isEqualTo(measuredFrom + length);
    assertThat(intervals.begin(0)).isZero();
    assertThat(intervals.place(0)).isZero();
  }

  @Test
  void aStretchHasTheMessagesOfBothPeriods() {
    List<String> measured = new ArrayList<>();
    measured.add(null);
    measured.add(millis(20, 30));
    measured.add(millis(40));
    ResponseIntervals intervals =
        new ResponseIntervals(10, 5, List.of(millis(1), millis(10)), measured);
    assertThat(intervals.between(0, 5).count()).isEqualTo(1);
    assertThat(intervals.between(5, 15).count()).isEqualTo(3);
    assertThat(intervals.between(0, 25).count()).isEqualTo(5);
    assertThat(intervals.between(15, 1_000).count()).isEqualTo(1);
    assertThat(intervals.perSecond(17).max().subList(4, 6))
        .satisfies(
            max -> {
              assertThat(max.get(0)).isBetween(1.0, 1.01);
              assertThat(max.get(1)).isBetween(30.0, 30.1);
            });
    assertThat(intervals.perSecond(40).max().get(30)).isNull();
  }

  @Test
  void partsAddUpIntervalByInterval() {
    ResponseIntervals one = new ResponseIntervals(1, 1, List.of(millis(5)), List.of(millis(10)));
    ResponseIntervals later =
        new ResponseIntervals(1, 1, List.of(millis(6)), List.of(millis(20), millis(30)));
    ResponseIntervals sum =
        ResponseIntervals.sum(
            List.of(
                new ResponseIntervals.ResponseOffset(one, 0),
                new ResponseIntervals.ResponseOffset(later, 1)));
    assertThat(sum.warmUp()).containsExactly(millis(5), millis(6));
    assertThat(sum.measured()).containsExactly(millis(10), millis(20), millis(30));
    assertThat(
            ResponseIntervals.sum(
                    List.of(
                        new ResponseIntervals.ResponseOffset(one, 0),
                        new ResponseIntervals.ResponseOffset(later, 0)))
                .measured())
        .containsExactly(millis(10, 20), millis(30));
  }

  /** What the Javadoc of {@code MOST} and decision 10 say of the memory. */
  @ParameterizedTest
  @CsvSource({"600, 850", "6000, 2500", "36000, 4500"})
  void anIntervalIsSmall(int messages, int mostBytes) {
    Random random = new Random(1);
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < messages; i++) {
      histogram.record((long) (5e6 * Math.exp(random.nextGaussian() * 0.7)));
    }
    assertThat(ResponseIntervals.encoded(histogram)).hasSizeLessThan(mostBytes);
  }
}
