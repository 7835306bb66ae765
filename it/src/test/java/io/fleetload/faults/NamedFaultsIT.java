// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the product says of each fault that docs/faults.md names. */
@ExtendWith(WarmHono.class)
class NamedFaultsIT {
  @TempDir private static Path directory;
  private final Hono hono;

  NamedFaultsIT(Hono hono) {
    this.hono = hono;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    WarmHono.provision(hono, NamedFaults.all().stream().map(NamedFault::tenant).toList());
  }

  @ParameterizedTest
  @MethodSource("io.fleetload.faults.NamedFaults#all")
  void theVerdictIsWhatTheDocsSay(NamedFault fault) throws Exception {
    String name = fault.tenant();
    FaultRun.Outcome outcome =
        new FaultRun(hono, directory.resolve(name), name).under(fault.schedule());

    assertThat(outcome.findings()).as(outcome.toString()).isEmpty();
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(fault.exit());
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(fault.status());
    assertThat(fault.said())
        .allSatisfy(
            each ->
                assertThat(outcome.out() + "\n" + outcome.err())
                    .containsPattern(Pattern.compile(each)));
    fault.more().accept(outcome);
  }
}
