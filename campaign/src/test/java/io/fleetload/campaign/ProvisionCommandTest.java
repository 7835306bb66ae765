// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.HonoProfile;
import io.fleetload.profile.ProfileReader;
import io.fleetload.profile.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  @Test
  void warmingAsksEachDeviceOnce() throws Exception {
    List<String> overrides = new ArrayList<>(WarmCommand.derived(2_500, Rate.parse("200/s")));
    HonoProfile profile =
        new ProfileReader<>(HonoProfile.class, Map.of())
            .read(Home.path("profiles", "hono-test-2.yaml"), overrides);

    assertThat(profile.flowsByName().keySet()).containsExactly("commandQuery");
    double messages =
        profile.flows().commandQuery().rate().perSecond() * profile.phases().measure().seconds();
    assertThat(messages).isEqualTo(2_500);
    assertThat(profile.phases().ramp().nanos() + profile.phases().warmUp().longest().nanos())
        .isZero();
    assertThat(profile.target().provision()).isFalse();
  }
}
