// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class StartGateTest {
  private final StopSignal stop = new StopSignal();

  private static StartGate of(String... arguments) {
    StartGate told = new StartGate();
    CommandLine.populateCommand(told, arguments);
    return told;
  }

  @Test
  void withoutTheOptionATaskBeginsAtOnce() throws Exception {
    of().await(stop);

    assertThat(stop.why()).isNull();
  }

  @Test
  void oneThatNobodyCouldTellIsRefused() {
    assertThatThrownBy(() -> of("--when-told").await(stop))
        .isInstanceOf(UsageException.class)
        .hasMessage("--when-told: needs --until-stdin-closes as well");
  }

  @Test
  void anInputThatEndsWithoutALineEndsTheWait() throws Exception {
    stop.watch(new ByteArrayInputStream(new byte[0]));

    of("--when-told").await(stop);

    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
  }
}
