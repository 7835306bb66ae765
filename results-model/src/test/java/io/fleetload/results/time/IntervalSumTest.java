// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalSumTest {
  private static LatencyHistogram random(Random random, int values) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < values; i++) {
      histogram.record((long) Math.exp(random.nextDouble() * 30));
    }
    return histogram;
  }

  private static ResponseIntervals of(LatencyHistogram... each) {
    List<String> encoded = new ArrayList<>();
    for (LatencyHistogram histogram : each) {
      encoded.add(histogram == null ? null : ResponseIntervals.encoded(histogram));
    }
    return new ResponseIntervals(10, 10, List.of(), encoded);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theSumInTheEncodedFormIsTheSumOfTheHistograms(long seed) {
    Random random = new Random(seed);
    LatencyHistogram whole = new LatencyHistogram();
    IntervalSum sum = new IntervalSum();
    for (int part = 0; part < 12; part++) {
      LatencyHistogram more = random(random, random.nextInt(3_000));
      whole.add(more);
      sum.add(of(more), 0);
    }
    assertThat(sum.sum().measured()).containsExactly(ResponseIntervals.encoded(whole));
  }

  @Test
  void aBucketHoldsMoreThanABillion() {
    LatencyHistogram one = new LatencyHistogram();
    one.record(1_000);
    one.record(LatencyHistogram.HIGHEST_NANOS);
    LatencyHistogram whole = one.copy();
    IntervalSum sum = new IntervalSum();
    sum.add(of(one), 0);
    for (int doubled = 0; doubled < 55; doubled++) {
      whole.add(whole.copy());
      ResponseIntervals soFar = sum.sum();
      sum.add(soFar, 0);
    }
    assertThat(sum.sum().measured()).containsExactly(ResponseIntervals.encoded(whole));
  }

  @Test
  void hoursOfIntervalsAreAddedEachToItsOwn() {
    Random random = new Random(1);
    LatencyHistogram[] one = random(random, 300, 40);
    LatencyHistogram[] other = random(random, 300, 40);
    IntervalSum sum = new IntervalSum();
    sum.add(of(one), 0);
    sum.add(of(other), 10);
    List<String> expected = new ArrayList<>();
    expected.add(ResponseIntervals.encoded(one[0]));
    for (int place = 1; place < one.length; place++) {
      expected.add(ResponseIntervals.encoded(one[place].plus(other[place - 1])));
    }
    expected.add(ResponseIntervals.encoded(other[other.length - 1]));
    assertThat(sum.sum().measured()).isEqualTo(expected);
  }

  private static LatencyHistogram[] random(Random random, int intervals, int values) {
    return Stream.generate(() -> random(random, values))
        .limit(intervals)
        .toArray(LatencyHistogram[]::new);
  }

  @Test
  void intervalsWithoutAMessageAreNone() {
    LatencyHistogram one = random(new Random(1), 5);
    IntervalSum sum = new IntervalSum();
    sum.add(of(null, one), 20);
    sum.add(of(null, null), 0);
    assertThat(sum.sum().measured())
        .containsExactly(null, null, null, ResponseIntervals.encoded(one));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 9, 12, 30, 60})
  void aDamagedHistogramIsRefused(int length) {
    byte[] whole = Base64.getDecoder().decode(ResponseIntervals.encoded(random(new Random(1), 99)));
    String cutOff = Base64.getEncoder().encodeToString(Arrays.copyOf(whole, length));
    ResponseIntervals damaged = new ResponseIntervals(1, 1, List.of(), List.of(cutOff));
    assertThatThrownBy(() -> new IntervalSum().add(damaged, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no compressed histogram: ");
  }
}
