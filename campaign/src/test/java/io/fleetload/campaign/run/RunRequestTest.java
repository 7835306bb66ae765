// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.Home;
import io.fleetload.scenario.Scenario;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run that was never started would have had to do. */
class RunRequestTest {
  private static RunRequest asked(String... overrides) throws ProfileException {
    Scenario scenario =
        Scenario.read(Home.path("profiles", "quickstart.yaml"), List.of(overrides), Map.of());
    return RunRequest.of(scenario, "1f", new Shards(3));
  }

  @Test
  void aShardThatWasNeverStartedLacksItsSessions() throws ProfileException {
    assertThat(asked().nothingDone(Shard.parse("3/3")).devices().asked()).isEqualTo(16);
    assertThat(asked().nothingDone().devices().asked()).isEqualTo(50);
  }

  @Test
  void aResultHasTheLabelsOfTheRequest() throws ProfileException {
    RunRequest labelled = asked().with(Map.of("commit", "4f2a91c"));
    assertThat(labelled.testing("a broker").about().labels())
        .containsExactly(Map.entry("commit", "4f2a91c"));
    assertThat(asked().about().labels()).isNull();
  }

  @Test
  void behindGatewaysTheseAreTheSessions() throws ProfileException {
    RunRequest gateways = asked("gateways.count=7");
    assertThat(gateways.nothingDone(Shard.parse("1/3")).devices().asked()).isEqualTo(3);
    assertThat(gateways.nothingDone(Shard.parse("3/3")).devices().asked()).isEqualTo(2);
    assertThat(gateways.nothingDone().devices().asked()).isEqualTo(7);
  }
}
