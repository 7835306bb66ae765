// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.archive.ClassArchives;
import io.fleetload.tool.Installation;
import io.fleetload.tool.JavaOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolsTest {
  private static final Installation HOME = new Installation(Path.of("home"));

  private static Tools with(String options) {
    return Tools.of(HOME, Map.of("FLEETLOAD_JAVA_OPTIONS", options), ClassArchives.none());
  }

  @Test
  void theEnvironmentsOptionsWinOverTheToolsOwn() {
    List<String> command = with("  -Xmx4g   -XX:+UseZGC ").devices(List.of("profile.yaml"));

    assertThat(command)
        .containsSubsequence("-Xmx1g", "-Xmx4g", "-XX:+UseZGC", "-jar", "profile.yaml");
  }

  @Test
  void withoutOptionsEachToolHasItsOwnOnly() {
    assertThat(with(" ").backend(List.of()))
        .isEqualTo(Tools.of(HOME, Map.of(), ClassArchives.none()).backend(List.of()))
        .doesNotContain("");
  }

  @Test
  void theSlowerCompilerWaitsWhereNothingElseIsSaid() {
    assertThat(with("-XX:Tier4InvocationThreshold=1").provisioning("apply", List.of()))
        .containsSubsequence(
            "-XX:Tier4InvocationThreshold=50000", "-XX:Tier4InvocationThreshold=1", "-jar");
  }

  @Test
  void theDevicesStartAsWhereTheyAreMeasured() {
    List<String> command = with("").devices(List.of());

    assertThat(command.subList(1, command.size()))
        .startsWith(JavaOptions.OF_DEVICES.toArray(String[]::new));
  }

  @Test
  void aToolKnowsByWhichCommandItWasStarted() {
    assertThat(with("").provisioning("apply", List.of()))
        .containsSubsequence("-Dfleetload.command=loadtest provision", "-jar", "apply");
    assertThat(with("").bench(List.of()))
        .containsSubsequence("-Dfleetload.command=loadtest bench", "-jar");
  }

  @Test
  void aBenchmarkIsNotChangedByTheEnvironment() {
    assertThat(with("-Xint").bench(List.of())).doesNotContain("-Xint");
  }
}
