// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FaultsDocTest {

  @ParameterizedTest
  @MethodSource("io.fleetload.faults.NamedFaults#all")
  void everyFaultHasARowWithItsExitCodeAndItsStatus(NamedFault fault) throws IOException {
    assertThat(Files.readString(Home.root().resolve("docs/explanation/faults.md")))
        .containsPattern(
            Pattern.compile(
                "(?m)^\\| %s \\| [^|]+ \\| %d `%s` \\|"
                    .formatted(Pattern.quote(fault.name()), fault.exit(), fault.status())));
  }
}
