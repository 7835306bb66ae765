// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.quantity.Span;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserStepsTest {
  private final Map<String, Step> steps = new LinkedHashMap<>();

  private void step(String name, String after, int times) {
    steps.put(name, new Step(after, times, new Span(0), 0));
  }

  @Test
  void eachStepComesAfterWhatItFollowsAndItsMessagesAreCounted() {
    step("b", "head", 2);
    step("c", "b", 3);
    step("d", "head", 5);
    UserSteps all = new UserSteps(steps);
    assertThat(all.of("head")).containsExactly("b", "c", "d");
    assertThat(all.messagesAfter("head")).isEqualTo(2 * (1 + 3) + 5);
    assertThat(all.numbersEach("head")).isEqualTo(6);
    assertThat(all.numbersEach("d")).isEqualTo(1);
    assertThat(all.depth("head")).isEqualTo(2);
  }

  @Test
  void aChainOfAnyLengthIsCounted() {
    int length = 20_000;
    for (int i = 1; i <= length; i++) {
      step("s" + i, i == 1 ? "head" : "s" + (i - 1), 1);
    }
    UserSteps all = new UserSteps(steps);
    assertThat(all.of("head")).hasSize(length);
    assertThat(all.depth("head")).isEqualTo(length);
    assertThat(all.messagesAfter("head")).isEqualTo(length);
    assertThat(all.numbersEach("head")).isEqualTo(1);
  }

  @Test
  void aRingHasAnEnd() {
    step("a", "b", 1);
    step("b", "a", 1);
    UserSteps all = new UserSteps(steps);
    assertThat(all.of("a")).containsExactly("b");
    assertThat(all.of("head")).isEmpty();
    assertThat(all.numbersEach("a")).isEqualTo(1);
    assertThat(all.messagesAfter("a")).isEqualTo(2);
  }
}
