// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandedOverridesTest {
  private final Map<String, String> environment = new HashMap<>();

  @Test
  void aToolGetsThemInTheirOrderAndItsCommandLineDoesNotShowThem() {
    List<String> command =
        HandedOverrides.hand(
            List.of(
                "java",
                "-jar",
                "x.jar",
                "p.yaml",
                "--set=a.b=hunter2,\n\"3\"",
                "--json",
                "--set",
                "c=ü"),
            environment);

    assertThat(command).containsExactly("java", "-jar", "x.jar", "p.yaml", "--json");
    assertThat(HandedOverrides.in(environment)).containsExactly("a.b=hunter2,\n\"3\"", "c=ü");
    assertThat(environment.toString()).doesNotContain("hunter2");
  }

  @Test
  void aProcessDoesNotHandOnWhatItWasHanded() {
    HandedOverrides.hand(List.of("--set=a=1"), environment);
    HandedOverrides.hand(List.of("java"), environment);

    assertThat(environment).isEmpty();
    assertThat(HandedOverrides.in(environment)).isEmpty();
  }
}
