// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoThreadsTest {
  private static final int PIECES = 1_001;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, PIECES})
  void everyPieceIsDoneOnce(int pieces) {
    int[] done = new int[pieces];
    TwoThreads.halve(
        pieces,
        (from, to) -> {
          for (int piece = from; piece < to; piece++) {
            done[piece]++;
          }
        });
    assertThat(Arrays.stream(done).allMatch(times -> times == 1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, PIECES - 1})
  void whatEitherHalfThrowsIsThrownAsItIs(int bad) {
    for (Throwable thrown : new Throwable[] {new IllegalArgumentException(), new Error()}) {
      assertThatThrownBy(() -> TwoThreads.halve(PIECES, failing(bad, thrown))).isSameAs(thrown);
    }
  }

  private static TwoThreads.RangeTask failing(int bad, Throwable thrown) {
    return (from, to) -> {
      if (from <= bad && bad < to) {
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }
    };
  }

  @Test
  void aFailureLeavesNoThreadAtWork() throws Exception {
    AtomicReference<Thread> other = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                TwoThreads.halve(
                    PIECES,
                    (from, to) -> {
                      if (from == 0) {
                        throw new Error();
                      }
                      other.set(Thread.currentThread());
                    }))
        .isInstanceOf(Error.class);
    other.get().join();
  }

  @Test
  void anInterruptIsKeptForTheCaller() {
    Thread.currentThread().interrupt();
    TwoThreads.halve(PIECES, (from, to) -> {});
    assertThat(Thread.interrupted()).isTrue();
  }
}
