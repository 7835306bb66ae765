// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each lie of the echo server has a figure with its count, and no run with one is passed. */
class EchoLiarsIT {
  private static final String PROFILE =
      """
      pack: echo
      run: { name: liar }
      target: { server: "%s" }
      store: true
      devices: { count: 10, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 1s }
      flows:
        echo: { rate: 140/s }
        ask: { rate: 70/s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aLieIsCountedAndNamed(EchoLie lie) throws Exception {
    try (EchoLiar server = new EchoLiar(lie)) {
      LiarRun run =
          new LiarRun.Plan(PROFILE.formatted(server.address()), directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");

      if (lie == EchoLie.NONE) {
        assertThat(run.result().verdict().code()).as("%s", run).isEqualTo(ExitCode.PASSED);
        return;
      }
      assertThat(server.told()).as("it lied").isPositive();
      assertThat(run.result().verdict().code())
          .as("%s", run)
          .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
      if (lie == EchoLie.UNCONFIRMED) {
        // A message may be on its way when the run ends.
        assertThat(run.count(lie.figure())).as("%s", run).isGreaterThanOrEqualTo(server.told());
      } else {
        assertThat(run.count(lie.figure())).as("%s", run).isEqualTo(server.told());
      }
    }
  }
}
