// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.LoadProfile;
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
    LoadProfile profile =
        Scenario.read(
                ClusterFiles.profile(folder),
                List.of("phases.measure=" + measure, "phases.drain=" + drain),
                ClusterFiles.VARIABLES,
                (each, checks) -> {})
            .profile();
    return Deadlines.of(profile, Duration.ofMinutes(10));
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
}
