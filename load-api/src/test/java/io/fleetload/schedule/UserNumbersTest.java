// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserNumbersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 50, 99_999, 10_000_000})
  void aNumberTellsUserAndPeriodAndNoneIsTooLarge(int users) {
    UserNumbers numbers = new UserNumbers(users, true);
    int lastWarmUp = numbers.of(users - 1, numbers.perUser(false) - 1, false);
    int firstMeasured = numbers.of(0, 0, true);
    int lastMeasured = numbers.of(users - 1, numbers.perUser(true) - 1, true);

    assertThat(numbers.of(0, 0, false)).isZero();
    assertThat(lastWarmUp).isPositive().isLessThan(firstMeasured);
    assertThat(firstMeasured).isEqualTo(numbers.measuredFrom());
    assertThat(lastMeasured).isPositive().isLessThan(Integer.MAX_VALUE);
    assertThat(numbers.measuredTo(numbers.perUser(true))).isEqualTo(lastMeasured + 1L);
    assertThat(lastWarmUp % users).isEqualTo(users - 1);
    assertThat(firstMeasured % users).isZero();
    assertThat((long) numbers.perUser(true) * users)
        .isGreaterThan(UserNumbers.most(1) - 2L * users);
  }
}
