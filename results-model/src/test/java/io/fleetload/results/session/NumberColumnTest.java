// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A column of numbers in a book is what was written. */
class NumberColumnTest {
  private static long[] read(NumberColumn column) {
    NumberColumn read = NumberColumn.of(column.encoded());
    return IntStream.range(0, read.count()).mapToLong(read::get).toArray();
  }

  @Test
  void anyNumbersAreReadAsTheyWereWritten() {
    long[] numbers = {0, -1, -2, 1_764_400_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE, 5};
    NumberColumn column = new NumberColumn();
    LongStream.of(numbers).forEach(column::add);

    assertThat(read(column)).containsExactly(numbers);
  }

  @Test
  void timesThatGrowEvenlyTakeAByteOrTwo() {
    NumberColumn column = new NumberColumn();
    LongStream.range(0, 10_000).forEach(i -> column.add(1_764_400_000_000_000L + i * 2_000));

    assertThat(column.encoded()).hasSizeLessThan(20_000);
  }

  @Test
  void bytesThatAreNoNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> NumberColumn.of(new byte[] {1, 2, 3}));
  }
}
