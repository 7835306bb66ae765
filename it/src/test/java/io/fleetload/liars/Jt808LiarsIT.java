// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each lie of a JT/T 808 platform has a figure with its count, and no run with one is passed. */
class Jt808LiarsIT {
  private static final String PROFILE =
      """
      pack: jt808
      run: { name: liar }
      target: { server: "%s", nats: "%s", store: "%s", commands: terminal.command }
      devices: { count: 10, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 1s }
      flows:
        location: { rate: 140/s }
        alert: { rate: 70/s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 15;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      names = {
        "NONE",
        "LOST",
        "TWICE",
        "OTHER_TERMINAL",
        "OTHER_PERIOD",
        "INVENTED",
        "OTHER_RUN",
        "UNCONFIRMED",
        "CONFIRMED_TWICE",
        "SESSION_REFUSED",
        "NOT_STORED",
        "COMMAND_ELSEWHERE",
        "COMMAND_ALTERED",
        "REPLY_ALTERED"
      })
  void aLieOfEachKindIsCountedAndNamed(Jt808Lie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  @Tag("drawn-lies")
  void eachLieIsCountedAndNamed(Jt808Lie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  static LongStream seeds() {
    return Draw.seeds(PERCENT_OF_DRAWS);
  }

  /** What is drawn may be that no message is lied about; such a run has to pass. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("nightly")
  @Tag("drawn-lies")
  void aDrawnLieIsCountedAndNamed(long seed) throws Exception {
    Draw draw = Draw.of(seed);
    isCountedAndNamed(draw.of(Jt808Lie.values()), draw);
  }

  private void isCountedAndNamed(Jt808Lie lie, Draw draw) throws Exception {
    try (Jt808Liar platform = new Jt808Liar(lie, draw)) {
      String profile = PROFILE.formatted(platform.server(), platform.nats(), platform.store());
      LiarRun run =
          new LiarRun.Plan(profile, directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");

      if (draw.equals(Draw.EACH_SEVENTH) && lie != Jt808Lie.NONE) {
        assertThat(platform.told()).as("it lied").isPositive();
      }
      // A message may be on its way when the run ends, and so may a command without an outcome yet.
      boolean ofCommands = lie.isOfCommands() && !draw.equals(Draw.EACH_SEVENTH);
      long open = ofCommands ? run.count("/flows/alert/unsettled") : 0;
      long more = lie.atLeast() ? Integer.MAX_VALUE : open;
      run.names(lie.figure(), platform.told(), open, more, lie + " of " + draw);
    }
  }
}
