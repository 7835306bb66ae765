// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.progress.ToolEvent;
import io.fleetload.rig.Golden;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetWatchTest {
  private static final Golden WORDS = Golden.of("run");
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private final Hand clock = new Hand();
  private final TargetWatch watch = new TargetWatch(Duration.ofMinutes(1), clock);

  /** A clock that stands where it is put. */
  private static final class Hand extends Clock {
    private Instant now = NOON;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @BeforeEach
  void ofTwo() {
    watch.simulator("device-simulator");
    watch.simulator("backend-simulator");
  }

  private void silent(String process, int sinceSecond, int atSecond) {
    clock.now = NOON.plusSeconds(atSecond);
    watch.saw(
        process, new ToolEvent.Silence(process, NOON.plusSeconds(sinceSecond).toEpochMilli()));
  }

  @Test
  void aTargetThatNeitherSideHearsForAMinuteIsGoneSinceItWasHeardLast() {
    silent("backend-simulator", 0, 64);
    silent("device-simulator", 5, 64);
    assertThat(watch.gone()).isNotDone();
    silent("device-simulator", 5, 65);

    assertThat(watch.gone())
        .isCompletedWithValueMatching(
            why -> why.matches(".* 2026-11-22T12:00:05Z\\b.* 60 s \\(target\\.gone\\)"));
    WORDS.holds("a target that is gone", watch.gone().join());
  }

  @Test
  void oneSideAloneIsNoProof() {
    silent("device-simulator", 0, 600);

    assertThat(watch.gone()).isNotDone();
  }

  @Test
  void aSideThatHearsAgainIsNotSilent() {
    silent("backend-simulator", 0, 59);
    watch.saw("backend-simulator", new ToolEvent.Silence("backend-simulator", null));
    silent("device-simulator", 0, 61);

    assertThat(watch.gone()).isNotDone();
  }

  @Test
  void aSimulatorThatHangsSaysNothingOfTheTarget() {
    silent("backend-simulator", 0, 30);
    silent("device-simulator", 0, 90);

    assertThat(watch.gone()).isNotDone();
  }

  @Test
  void aBoundOfZeroIsNone() {
    TargetWatch never = new TargetWatch(Duration.ZERO, clock);
    never.simulator("device-simulator");
    never.saw("device-simulator", new ToolEvent.Silence("device-simulator", 0L));

    assertThat(never.gone()).isNotDone();
  }
}
