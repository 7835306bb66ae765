// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.rig.Home;
import io.fleetload.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What whoever starts a process allows its runs. */
class GivenBoundsTest {
  private static final String QUICKSTART = "packs/echo/profiles/quickstart.yaml";

  private static List<String> refused(
      String profile, Map<String, String> bounds, String... overrides) throws Exception {
    try {
      var unused =
          Scenario.read(
              Home.path(profile),
              List.of(overrides),
              Map.of("PSK_SECRET", "secret"),
              (read, checks) -> LoadBound.check(read, checks, GivenBounds.in(bounds)));
      return List.of();
    } catch (ProfileException e) {
      List<String> problems = new ArrayList<>();
      for (ProfileProblem each : e.problems()) {
        problems.add(each.path() + ": " + each.message());
      }
      return problems;
    }
  }

  @Test
  void withoutAListAnyHostMayBeLoadedALittle() throws Exception {
    assertThat(
            refused(
                QUICKSTART, Map.of(), "target.server=198.51.100.1:7", "flows={echo: {rate: 10/s}}"))
        .isEmpty();
  }

  @Test
  void anEmptyListAllowsThisHostAlone() throws Exception {
    Map<String, String> bounds = Map.of(GivenBounds.HOSTS, "");
    assertThat(refused(QUICKSTART, bounds)).isEmpty();
    assertThat(refused(QUICKSTART, bounds, "target.server=127.0.0.1:7")).isEmpty();
    assertThat(refused(QUICKSTART, bounds, "target.server=198.51.100.1:7", "devices.count=1"))
        .hasSize(1)
        .first()
        .asString()
        .contains("target: ", "198.51.100.1", "this host alone");
  }

  @Test
  void aProfileDoesNotWidenTheListAndTheListIsTheWordForItsHosts() throws Exception {
    String elsewhere = "target.server=198.51.100.1:7";
    assertThat(
            refused(
                QUICKSTART,
                Map.of(GivenBounds.HOSTS, "198.51.100.2"),
                elsewhere,
                "run.mayLoad=[198.51.100.1]"))
        .anyMatch(each -> each.startsWith("target: "));
    assertThat(
            refused(QUICKSTART, Map.of(GivenBounds.HOSTS, "198.51.100.2, 198.51.100.1"), elsewhere))
        .isEmpty();
  }

  @Test
  void whatPreparesTheTargetIsBoundToo() throws Exception {
    String target =
        "target={kind: external, coap: 127.0.0.1:1, kafka: 127.0.0.1:2,"
            + " mongodb: 'mongodb://user:hunter2@198.51.100.3:27017/db'}";
    assertThat(refused("profiles/quickstart.yaml", Map.of(GivenBounds.HOSTS, ""), target))
        .hasSize(1)
        .first()
        .asString()
        .contains("198.51.100.3")
        .doesNotContain("hunter");
  }

  @Test
  void aLongerRunIsRefused() throws Exception {
    Map<String, String> bounds = Map.of(GivenBounds.LONGEST, "1m");
    assertThat(refused(QUICKSTART, bounds, "phases.measure=10s")).isEmpty();
    assertThat(refused(QUICKSTART, bounds, "phases.measure=2m"))
        .hasSize(1)
        .first()
        .asString()
        .contains("phases.measure: ", "1m");
  }
}
