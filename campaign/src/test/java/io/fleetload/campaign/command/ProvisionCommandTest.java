// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.LoadTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProvisionCommandTest {

  private static CommandLine.ParseResult parsed(String... arguments) {
    return new CommandLine(new LoadTest()).parseArgs(arguments).subcommand();
  }

  @Test
  void whatFollowsTheCommandIsTheToolsOwn() {
    CommandLine.ParseResult provision =
        parsed("provision", "remove", "p.yaml", "--force", "--help", "--set", "a=b");

    assertThat(provision.isUsageHelpRequested()).isFalse();
    assertThat(provision.matchedPositionals()).hasSize(1);
    assertThat(provision.matchedPositionalValue(0, List.of()))
        .isEqualTo(List.of("remove", "p.yaml", "--force", "--help", "--set", "a=b"));
  }

  @Test
  void warmIsOurs() {
    CommandLine.ParseResult warm = parsed("provision", "warm", "p.yaml", "--rate", "7/s");

    assertThat(warm.subcommand().commandSpec().name()).isEqualTo("warm");
    assertThat(warm.subcommand().matchedOptionValue("--rate", "")).isEqualTo("7/s");
  }
}
