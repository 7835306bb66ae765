// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnsweredNumbersTest {
  private static final int REMEMBERED = 32;

  /** They begin shortly before the highest number. */
  @ParameterizedTest
  @CsvSource({"16, 65000", "32, 2147483000"})
  void itKnowsWhatASetKnowsOfTheLastNumbers(int bits, int begin) {
    AnsweredNumbers answered = new AnsweredNumbers(bits);
    Set<Integer> model = new HashSet<>();
    Random random = new Random(bits);
    int highest = -1;
    for (int sent = 0; sent < 5_000; sent++) {
      int number = Math.max(0, sent - random.nextInt(REMEMBERED / 2));
      if (random.nextBoolean()) {
        answered.add((begin + number) & mask(bits));
        model.add(number);
        highest = Math.max(highest, number);
      }
      for (int back = 0; back < REMEMBERED; back++) {
        int asked = highest - back;
        assertThat(answered.contains((begin + asked) & mask(bits)))
            .as("%d after %d", asked, sent)
            .isEqualTo(model.contains(asked));
      }
      assertThat(answered.contains((begin + highest + 1) & mask(bits))).isFalse();
      assertThat(answered.contains((begin + highest - REMEMBERED) & mask(bits))).isFalse();
    }
    answered.clear();
    assertThat(answered.contains((begin + highest) & mask(bits))).isFalse();
  }

  private static int mask(int bits) {
    return -1 >>> (Integer.SIZE - bits);
  }
}
