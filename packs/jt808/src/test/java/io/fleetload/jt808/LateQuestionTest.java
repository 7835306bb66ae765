// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.terminal.PlatformCommands;
import io.fleetload.jt808.terminal.TerminalWire;
import io.fleetload.jt808.wire.MessageId;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateQuestionTest implements DeviceDriver.Listener, RunClock {
  private final List<Integer> answered = new ArrayList<>();
  private final Outcomes outcomes = new Outcomes();
  private long now;
  private final PlatformCommands commands =
      new PlatformCommands(0, new TerminalWire(null, this, null, null, () -> this));

  @Override
  public void received(Inbound inbound) {
    answered.add(inbound.stamp().n());
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long epochNanos(long nanos) {
    return nanos;
  }

  private void alert(int n) {
    commands.await(
        new Stamp(Fleet.RUN, "alert", Period.MEASURED, 0, n, 1, 2),
        outcomes.of("alert " + n),
        Jt808Flow.Command.QUERY_LOCATION,
        1_000);
  }

  private void ask() {
    commands.received(MessageId.QUERY_LOCATION, 0, null);
  }

  @Test
  void aQuestionThatIsLostDoesNotMakeTheNextOneAnswerItsAlert() {
    alert(0);
    now = 1_500;
    alert(3);
    now = 1_600;
    ask();
    now = 9_000;
    ask();
    assertThat(answered).containsExactly(3);
  }

  @Test
  void aQuestionWithoutAnAlertIsLeftAlone() {
    ask();
    alert(0);
    commands.clear();
    ask();
    assertThat(answered).isEmpty();
  }
}
