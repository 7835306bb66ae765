// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aLieIsCountedAndNamed(Jt808Lie lie) throws Exception {
    try (Jt808Liar platform = new Jt808Liar(lie)) {
      String profile = PROFILE.formatted(platform.server(), platform.nats(), platform.store());
      LiarRun run =
          new LiarRun.Plan(profile, directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");

      if (lie == Jt808Lie.NONE) {
        assertThat(run.result().verdict().code()).as("%s", run).isEqualTo(ExitCode.PASSED);
        return;
      }
      assertThat(platform.told()).as("it lied").isPositive();
      assertThat(run.result().verdict().code())
          .as("%s", run)
          .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
      if (lie.atLeast()) {
        // A message may be on its way when the run ends.
        assertThat(run.count(lie.figure())).as("%s", run).isGreaterThanOrEqualTo(platform.told());
      } else {
        assertThat(run.count(lie.figure())).as("%s", run).isEqualTo(platform.told());
      }
    }
  }
}
