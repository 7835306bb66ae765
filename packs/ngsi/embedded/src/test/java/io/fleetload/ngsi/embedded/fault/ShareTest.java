// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "0.1, 100", "1, 1000", "12.5, 12500", "33.3, 33300", "100, 100000"})
  void itPicksExactlyItsShare(double percent, int picked) {
    Share share = new Share(percent);
    assertThat(IntStream.range(0, 100_000).filter(it -> share.picksNext())).hasSize(picked);
  }

  @Test
  void itPicksEvenly() {
    Share share = new Share(25);
    assertThat(IntStream.rangeClosed(1, 12).filter(it -> share.picksNext()))
        .containsExactly(4, 8, 12);
  }
}
