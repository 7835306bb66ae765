// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the product says of each fault that docs/explanation/faults.md names. */
@ExtendWith(WarmHono.class)
class NamedFaultsIT {
  /** Kafka, a process that stands still, one that dies; the network is in the drawn ones. */
  private static final Set<String> OF_EACH_KIND_ONE =
      Set.of("Kafka silent at the end", "backend stopped", "devices killed");

  @TempDir private static Path directory;
  private final Hono hono;

  NamedFaultsIT(Hono hono) {
    this.hono = hono;
  }

  @BeforeAll
  static void provision(Hono hono) throws Exception {
    WarmHono.provision(hono, NamedFaults.all().stream().map(NamedFault::tenant).toList());
  }

  static Stream<NamedFault> ofEachKindOne() {
    return NamedFaults.all().stream().filter(each -> OF_EACH_KIND_ONE.contains(each.name()));
  }

  static Stream<NamedFault> theOthers() {
    return NamedFaults.all().stream().filter(each -> !OF_EACH_KIND_ONE.contains(each.name()));
  }

  @ParameterizedTest
  @MethodSource("ofEachKindOne")
  void theVerdictIsWhatTheDocsSay(NamedFault fault) throws Exception {
    judged(fault);
  }

  @Tag("nightly")
  @Tag("named-faults")
  @ParameterizedTest
  @MethodSource("theOthers")
  void theVerdictOfTheOthersIsWhatTheDocsSay(NamedFault fault) throws Exception {
    judged(fault);
  }

  private void judged(NamedFault fault) throws Exception {
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
