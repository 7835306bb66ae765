// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClosestNameTest {
  private static final List<String> NAMES = List.of("telemetry", "event", "run");

  @Test
  void aLetterTooManyTooFewOrWrongIsForgiven() {
    assertThat(ClosestName.of("telemetri", NAMES)).contains("telemetry");
    assertThat(ClosestName.of("evnt", NAMES)).contains("event");
    assertThat(ClosestName.of("eevent", NAMES)).contains("event");
  }

  @Test
  void twoLettersSwappedAreOneMistake() {
    assertThat(ClosestName.of("rnu", NAMES)).contains("run");
  }

  @Test
  void aWordThatIsLikeNoNameIsNone() {
    assertThat(ClosestName.of("xyz", NAMES)).isEmpty();
    assertThat(ClosestName.of("", NAMES)).isEmpty();
    assertThat(ClosestName.of("r".repeat(100_000), NAMES)).isEmpty();
  }
}
