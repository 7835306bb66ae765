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
  void aRegistryElsewhereIsWrittenToALittleUntilTheProfileNamesIt() throws Exception {
    for (String registry :
        List.of(
            "mongodb: 'mongodb://user:hunter2@198.51.100.3:27017,127.0.0.1/db?x=y'",
            "registry: { url: 'https://198.51.100.3:28443' }")) {
      String target = "target={kind: external, coap: 127.0.0.1:1, kafka: 127.0.0.1:2, %s}";
      String[] overrides = {
        target.formatted(registry), "devices.count=101", "flows={event: {rate: 1/s}}"
      };
      assertThat(refused("profiles/quickstart.yaml", Map.of(), overrides))
          .singleElement()
          .asString()
          .contains("run.mayLoad: ", "[198.51.100.3]", "write to", "100 devices", "101")
          .doesNotContain("hunter");
      overrides[1] = "devices.count=100";
      assertThat(refused("profiles/quickstart.yaml", Map.of(), overrides)).isEmpty();
      overrides[1] = "devices.count=101";
      assertThat(
              refused(
                  "profiles/quickstart.yaml",
                  Map.of(),
                  overrides[0],
                  overrides[1],
                  overrides[2],
                  "run.mayLoad=[198.51.100.3]"))
          .isEmpty();
      assertThat(
              refused(
                  "profiles/quickstart.yaml",
                  Map.of(),
                  target.formatted(registry + ", provision: false"),
                  overrides[1],
                  overrides[2]))
          .isEmpty();
    }
  }

  @Test
  void aSearchThatIsLongerThanARunMayBeIsRefused() throws Exception {
    List<String> problems = new ArrayList<>();
    GivenBounds bounds = GivenBounds.in(Map.of(GivenBounds.LONGEST, "3m"));
    for (String probe : List.of("10s", "30s")) {
      try {
        var unused =
            Scenario.read(
                Home.path(QUICKSTART),
                List.of(
                    "findLimit={from: 60/s, to: 600/s, settle: 1s, probe: %s}".formatted(probe)),
                Map.of(),
                (read, checks) -> bounds.checkSearch(read.profile().findLimit(), checks));
      } catch (ProfileException e) {
        e.problems().forEach(each -> problems.add(each.path() + ": " + each.message()));
      }
    }
    assertThat(problems).singleElement().asString().contains("findLimit: ", "3m", "13 of 32 s");
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
