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

/** Each lie of the echo server has a figure with its count, and no run with one is passed. */
class EchoLiarsIT {
  private static final String PROFILE =
      """
      pack: echo
      run: { name: liar }
      target: { server: "%s" }
      store: %s
      devices: { count: %s, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 2s }
      flows:
        echo: { rate: %s/s }
        ask: { rate: %s/s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 70;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aLieIsCountedAndNamed(EchoLie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH, true);
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
    EchoLie lie = draw.of(EchoLie.values());
    isCountedAndNamed(lie, draw, draw.store() || lie.isOfStore());
  }

  private void isCountedAndNamed(EchoLie lie, Draw draw, boolean store) throws Exception {
    try (EchoLiar server = new EchoLiar(lie, draw)) {
      String profile =
          PROFILE.formatted(server.address(), store, draw.devices(), draw.rate(), draw.rate() / 2);
      LiarRun run =
          new LiarRun.Plan(profile, directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
      if (draw.equals(Draw.EACH_SEVENTH) && lie != EchoLie.NONE) {
        assertThat(server.told()).as("it lied").isPositive();
      }
      // A message may be on its way when the run ends, and so may a command without an outcome yet.
      long more = lie == EchoLie.UNCONFIRMED ? Integer.MAX_VALUE : 0;
      boolean open = lie.isOf("ask") && !draw.equals(Draw.EACH_SEVENTH);
      long fewer = open ? run.count("/flows/ask/unsettled") : 0;
      run.names(lie.figure(), server.told(), fewer, more, lie + " of " + draw);
    }
  }
}
