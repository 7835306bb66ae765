// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CalibrateCommandTest {
  @ParameterizedTest
  @EnumSource(names = {"INTERNAL_FAULT", "TARGET_NOT_READY"})
  void aFaultOfOursIsNotTheTargets(ExitCode code) {
    assertThatThrownBy(() -> CalibrateCommand.judged(code.code(), "why", new StopSignal()))
        .hasMessage("why")
        .asInstanceOf(InstanceOfAssertFactories.type(TargetException.class))
        .extracting(TargetException::code)
        .isEqualTo(code);
  }
}
