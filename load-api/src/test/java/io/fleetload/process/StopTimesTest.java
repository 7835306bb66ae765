// SPDX-License-Identifier: EPL-2.0
package io.fleetload.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopTimesTest {
  @Test
  void aToolHasTimeForAllThatTheBackendDoesAtItsEnd() {
    assertThat(StopTimes.TOOL).isGreaterThan(StopTimes.CATCH_UP.plus(StopTimes.COMMANDS));
  }

  @Test
  void onlyAWaitBeyondThatOfAllBackendsTakesLonger() {
    assertThat(StopTimes.longer(StopTimes.CATCH_UP)).isZero();
    assertThat(StopTimes.longer(Duration.ofSeconds(24))).isZero();
    assertThat(StopTimes.longer(Duration.ofMinutes(10))).isEqualTo(Duration.ofSeconds(575));
  }

  @Test
  void anInterruptedRunEndsBeforeAContainerIsKilledAndItsPartsInTheirOrder() {
    assertThat(StopTimes.INTERRUPTED_DEVICES).isLessThan(StopTimes.INTERRUPTED_READING);
    assertThat(StopTimes.INTERRUPTED_READING).isLessThan(StopTimes.INTERRUPTED_BACKEND);
    assertThat(StopTimes.INTERRUPTED_BACKEND).isLessThan(StopTimes.INTERRUPTED_TARGET);
    assertThat(StopTimes.INTERRUPTED_TARGET).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void whoStartedAToolWaitsLongerThanTheToolMayTake() {
    assertThat(StopTimes.CHILD).isGreaterThan(StopTimes.TOOL);
  }

  @Test
  void aCampaignHasTimeForThreeChildrenThatDoNotEndOneAfterTheOther() {
    assertThat(StopTimes.CAMPAIGN).isGreaterThan(StopTimes.CHILD.multipliedBy(3));
  }

  @Test
  void aCampaignHasTimeForARemovalThatDoesNotEndAfterThem() {
    assertThat(StopTimes.CAMPAIGN)
        .isGreaterThan(StopTimes.CHILD.multipliedBy(4).plus(StopTimes.REMOVAL));
  }
}
