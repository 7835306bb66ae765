// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.quantity.Span;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorTest {
  @ParameterizedTest
  @CsvSource({"10m, 0.22ms", "100ms, 0.22ms", "80ms, 0.2ms", "60ms, 0.15ms", "1ms, 0.15ms"})
  void theThreadMaySleepLongerWhereTheLagMayBeMore(String maxLag, String precision) {
    assertThat(new Generator(Span.parse(maxLag)).precision()).isEqualTo(Span.parse(precision));
  }
}
