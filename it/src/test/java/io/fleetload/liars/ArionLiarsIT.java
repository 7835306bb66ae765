// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Printed;
import io.fleetload.results.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each lie about neighbor rules has a figure with its count, and no run with one is passed. */
class ArionLiarsIT {
  private static final String PROFILE =
      """
      pack: arion
      run: { name: liar }
      target: { server: "%s" }
      rules: { count: 20, groups: 2 }
      devices: { count: 10, connections: 10, bind: [%s], timeout: %s }
      watchers: { grpc: 2 }
      phases: { ramp: 0s, warmUp: 0s, measure: 1s, drain: 5s }
      flows:
      %s
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final String FLOWS =
      """
        read: { rate: 35/s, keys: 2 }
        stream: { rate: 10/s, requests: 5 }
        write: { rate: 70/s, readBack: true }
        watch: { rate: 10/s }
      """;

  private static final String DELETIONS =
      """
        write: { rate: 70/s, delete: 50%, readBack: true }
      """;

  @TempDir private Path directory;

  /** The first run of a process takes some times as long as the next ones. */
  @BeforeAll
  static void warmUp(@TempDir Path ofWarmUp) throws Exception {
    try (ArionLiar server = new ArionLiar(ArionLie.NONE)) {
      var unused = run(server, ArionLie.NONE, ofWarmUp);
    }
  }

  private static LiarRun run(ArionLiar server, ArionLie lie, Path directory) throws Exception {
    String profile =
        PROFILE.formatted(
            server.address(),
            String.join(", ", ArionLiar.CLIENTS),
            // One that never answers is waited for, and no other one is to be cut short.
            lie.isSilence() ? "1s" : "5s",
            lie.deletes() ? DELETIONS : FLOWS);
    Path file = Files.writeString(directory.resolve("provisioned.yaml"), profile);
    Printed apply = Printed.provisioning(List.of("apply", file.toString()));
    assertThat(apply.code()).as(apply.err()).isZero();
    return new LiarRun.Plan(profile, directory)
        .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NONE",
        "LOST",
        "TWICE",
        "OTHER_GROUP",
        "OTHER_TIME",
        "INVENTED",
        "UNCONFIRMED",
        "SESSION_REFUSED",
        "DELETION_LOST",
        "BACK_OTHER_KEY",
        "READ_OTHER_KEY",
        "STREAM_LESS",
        "LOAD_OTHER_GROUP"
      })
  void aLieOfEachKindIsCountedAndNamed(ArionLie lie) throws Exception {
    isCountedAndNamed(lie);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  @Tag("drawn-lies")
  void eachLieIsCountedAndNamed(ArionLie lie) throws Exception {
    isCountedAndNamed(lie);
  }

  private void isCountedAndNamed(ArionLie lie) throws Exception {
    try (ArionLiar server = new ArionLiar(lie)) {
      LiarRun run = run(server, lie, directory);

      if (lie == ArionLie.NONE) {
        assertThat(run.result().verdict().code()).as("%s", run).isEqualTo(ExitCode.PASSED);
        return;
      }
      assertThat(server.told()).as("it lied").isPositive();
      assertThat(run.result().verdict().code())
          .as("%s", run)
          .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
      assertThat(run.count(lie.figure())).as("%s", run).isEqualTo(server.told());
    }
  }
}
