// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadlinesTest {
  @TempDir private Path folder;

  private Deadlines of(String measure) throws Exception {
    return of(measure, "35s");
  }

  private Deadlines of(String measure, String drain) throws Exception {
    return of(List.of("phases.measure=" + measure, "phases.drain=" + drain));
  }

  private Deadlines of(List<String> overrides) throws Exception {
    Scenario scenario =
        Scenario.read(
            ClusterFiles.profile(folder), overrides, ClusterFiles.VARIABLES, (each, checks) -> {});
    return Deadlines.of(scenario, Duration.ofMinutes(10));
  }

  @Test
  void aLongerTestHasALaterDeadline() throws Exception {
    Deadlines brief = of("10s");
    Deadlines lasting = of("10h");

    assertThat(lasting.devices().minus(brief.devices())).isEqualTo(Duration.parse("PT9H59M50S"));
    assertThat(lasting.backend().minus(brief.backend())).isEqualTo(Duration.parse("PT9H59M50S"));
  }

  @Test
  void theBackendHasTimeToWaitForWhatComesLate() throws Exception {
    Deadlines shorter = of("10s", "35s");
    Deadlines longer = of("10s", "135s");

    assertThat(longer.backend().minus(longer.devices()))
        .isEqualTo(shorter.backend().minus(shorter.devices()).plusSeconds(100));
  }

  @Test
  void theBackendOutlivesTheShards() throws Exception {
    Deadlines deadlines = of("10s");

    assertThat(deadlines.devices()).isGreaterThan(Duration.ofMinutes(30));
    assertThat(deadlines.backend()).isGreaterThan(deadlines.devices());
  }

  @Test
  void provisioningHasTwentyTimesTheTimeThatItsPackMeasured() throws Exception {
    Duration waits = Duration.ofMinutes(15);

    // 22,200 devices a second were measured, so a million has a quarter of an hour and no 5.6 h.
    assertThat(of(List.of("devices.count=1000000")).provisioning().minus(waits))
        .isEqualTo(Duration.ofSeconds(901));
  }
}
