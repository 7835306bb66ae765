// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.format.ExitCode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void theVerdictsAreTheExitCodesOfTheTools() {
    assertThat(Arrays.stream(Verdict.values()).map(VerdictTest::told).toList())
        .isEqualTo(Arrays.stream(ExitCode.values()).map(VerdictTest::told).toList());
  }

  private static String told(Verdict verdict) {
    return verdict.name() + verdict.exitCode() + verdict.status() + verdict.meaning();
  }

  private static String told(ExitCode code) {
    return code.name() + code.code() + code.status() + code.meaning();
  }

  @Test
  void aCodeThatNoToolEndsWithIsAFault() {
    assertThat(Verdict.ofExitCode(137)).isEqualTo(Verdict.INTERNAL_FAULT);
  }
}
