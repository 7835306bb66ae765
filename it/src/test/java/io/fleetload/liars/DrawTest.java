// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DrawTest {
  private static final int A_NIGHT = 280;

  private static long lies(Draw draw) {
    return IntStream.range(0, draw.rate())
        .filter(n -> draw.about(true, n % draw.devices(), n, n / (double) draw.rate()))
        .count();
  }

  @Test
  void theSameSeedDrawsTheSame() {
    assertThat(Draw.of(17)).isEqualTo(Draw.of(17)).isNotEqualTo(Draw.of(18));
  }

  @Test
  void aNightDrawsEveryLieAndHardlyARunWithoutOne() {
    Set<Lie> drawn = new HashSet<>();
    LongStream.rangeClosed(1, A_NIGHT)
        .forEach(seed -> drawn.add(Draw.of(seed).of(EchoLiarsIT.LIES)));
    assertThat(drawn).containsExactlyInAnyOrderElementsOf(EchoLiarsIT.LIES);
    assertThat(LongStream.rangeClosed(1, A_NIGHT).filter(seed -> lies(Draw.of(seed)) == 0).count())
        .isLessThan(A_NIGHT / 20);
  }

  @Test
  void nothingOfTheWarmUpIsLiedAbout() {
    assertThat(Draw.EACH_SEVENTH.about(false, 0, 7, 0)).isFalse();
    assertThat(Draw.EACH_SEVENTH.about(true, 3, 7, 1.5)).isTrue();
    assertThat(Draw.EACH_SEVENTH.about(true, 3, 8, 0.5)).isFalse();
  }
}
