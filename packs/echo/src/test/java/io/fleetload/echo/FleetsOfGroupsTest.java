// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.flow.FlowSpec;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Life;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.quantity.Span;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of devices in one fleet, and flows with names of the user's choice. */
class FleetsOfGroupsTest {
  private static final String FLEET =
      """
      pack: echo
      run: { name: groups }
      devices:
        timeout: 5s
        life: { sleepy: { share: 50%, awake: 1s, asleep: 1s } }
        groups:
          sensors:  { count: 90, id: 'sensor-{index}' }
          gateways: { count: 10, timeout: 2s, life: { churn: 10%/min } }
      phases: { measure: 60s }
      flows:
        reading: { kind: echo, of: sensors, every: 20s }
        alarm:   { kind: echo, of: gateways, rate: 1/s, window: 3 }
        ask:     { of: gateways, every: 10s }
        fetch:   { kind: ask, of: sensors, rate: 2/s }
        next:    { kind: again, after: alarm }
      """;

  @TempDir private Path folder;

  private Scenario read(String text, String... overrides) throws Exception {
    Path file = Files.writeString(folder.resolve("profile.yaml"), text);
    return Scenario.read(file, List.of(overrides), Map.of());
  }

  private List<ProfileProblem> problems(String text, String... overrides) {
    return catchThrowableOfType(ProfileException.class, () -> read(text, overrides)).problems();
  }

  @Test
  void aGroupIsARangeOfDevicesWithTheFleetsKeysBelowItsOwn() throws Exception {
    LoadProfile profile = read(FLEET).profile();

    assertThat(profile.devices().count()).isEqualTo(100);
    assertThat(profile.devices().groups())
        .extracting(DeviceGroup::name, DeviceGroup::first, DeviceGroup::count)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("sensors", 0, 90),
            org.assertj.core.groups.Tuple.tuple("gateways", 90, 10));
    DeviceGroup gateways = profile.devices().group("gateways");
    assertThat(gateways.devices().timeout()).hasToString("2s");
    assertThat(gateways.devices().life().churn()).isNotNull();
    assertThat(gateways.devices().life().sleepy().awake()).hasToString("1s");
    assertThat(profile.devices().group("sensors").devices().timeout()).hasToString("5s");
    assertThat(profile.devices().group("sensors").devices().life().churn()).isNull();
    assertThat(profile.devices().groupOf(89).name()).isEqualTo("sensors");
    assertThat(profile.devices().groupOf(90).name()).isEqualTo("gateways");
  }

  @Test
  void eachDeviceHasTheNameOfItsGroup() throws Exception {
    LoadProfile profile = read(FLEET).profile();

    assertThat(profile.devices().name(89)).isEqualTo("sensor-89");
    assertThat(profile.devices().name(90)).isEqualTo("device-90");
    assertThat(profile.turns("ask").name(95)).isEqualTo("device-95");
  }

  @Test
  void theDevicesOfItsGroupTakeTurnsInAFlow() throws Exception {
    LoadProfile profile = read(FLEET).profile();

    assertThat(profile.timings().get("reading").rate().perSecond()).isEqualTo(4.5);
    assertThat(profile.timings().get("ask").rate().perSecond()).isEqualTo(1);
    RoundRobin turns = profile.turns("alarm");
    assertThat(java.util.stream.IntStream.range(0, 30).map(turns::device).boxed().toList())
        .containsOnly(90, 91, 92, 93, 94, 95, 96, 97, 98, 99)
        .hasSize(30);
    assertThat(profile.timeout("alarm")).hasToString("2s");
    assertThat(profile.timeout("reading")).hasToString("5s");
    assertThat(profile.waits()).containsOnlyKeys("devices.groups.sensors.timeout");
  }

  @Test
  void aFlowHasANameOfTheUsersAndAKindOfThePacks() throws Exception {
    Scenario scenario = read(FLEET);

    assertThat(scenario.profile().flowsByName())
        .containsOnlyKeys("reading", "alarm", "ask", "fetch");
    assertThat(scenario.run().flows())
        .extracting(FlowSpec::name)
        .containsExactly("reading", "alarm", "ask", "answer", "fetch", "fetchAnswer", "next");
    assertThat(scenario.flows().answers())
        .containsExactlyInAnyOrderEntriesOf(Map.of("answer", "ask", "fetchAnswer", "fetch"));
    assertThat(scenario.flows().groups(scenario.profile().devices()).get("next").name())
        .isEqualTo("gateways");
    assertThat(RedactedProfile.of(scenario.profile()).at("/flows/reading/kind").asText())
        .isEqualTo("echo");
  }

  @Test
  void groupsMayShareTheFleetByWeight() throws Exception {
    LoadProfile profile =
        read("""
        pack: echo
        run: { name: weights }
        devices: { count: 100, groups: { a: { weight: 2 }, b: { weight: 1 } } }
        phases: { measure: 1s }
        flows: { echo: { rate: 10/s } }
        """)
            .profile();

    assertThat(profile.devices().groups()).extracting(DeviceGroup::count).containsExactly(67, 33);
  }

  @Test
  void aFlowOfAGroupThatIsNotThereIsOneMistake() {
    String fleet = FLEET.replace("gateways: {", "doors: {").replace("of: gateways", "of: doors");

    assertThat(problems(fleet, "flows.reading.of=rooms", "flows.fetch.of=rooms"))
        .extracting(ProfileProblem::path)
        .containsExactly("flows.reading.of", "flows.fetch.of");
  }

  @Test
  void weightsWithoutACountAreOneMistake() {
    assertThat(
            problems(
                """
                pack: echo
                run: { name: weights }
                devices: { groups: { a: { weight: 2 }, b: { weight: 1 } } }
                phases: { measure: 1s }
                flows: { echo: { rate: 10/s } }
                """))
        .singleElement()
        .satisfies(each -> assertThat(each.path()).isEqualTo("devices.count"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "flows.reading.of=nobody | flows.reading.of | sensors, gateways",
        "flows.ask.of=sensors | flows.alarm.closed.users | 10 (devices.groups.gateways.count)",
        "flows.reading.rate=5/s | flows.reading.every | together with rate",
        "flows.reading.kind=stream | flows.reading.kind | echo, ask, again",
        "flows.next.after=none | flows.next | none",
        "devices.count=50 | devices.count | 100",
        "devices.groups.sensors.weight=2 | devices.groups.sensors.weight | count",
        "devices.groups.sensors.maxInFlight=2 | devices.groups.sensors.maxInFlight |"
            + " devices.maxInFlight",
        "devices.groups.sensors.bind=[nowhere.invalid] | devices.groups.sensors.bind[0] | nowhere",
        "devices.groups.meters={count: 5} | devices.groups.meters | of: meters",
        "devices.groups.gateways.life.joins=60s | devices.groups.gateways.life.joins |"
            + " phases.measure, which is 1m",
        "devices.groups.gateways.life.joins={at: 50s, over: 20s} |"
            + " devices.groups.gateways.life.joins.over | within phases.measure",
        "devices.groups.gateways.life.joins=soon | devices.groups.gateways.life.joins | such as",
        "devices.groups.gateways.life.leaves=2m | devices.groups.gateways.life.leaves |"
            + " phases.measure, which is 1m",
        "devices.groups.gateways.life={joins: {at: 10s, over: 20s}, leaves: 25s} |"
            + " devices.groups.gateways.life.leaves | at least 30s",
        "flows.answer={kind: echo, of: sensors, rate: 1/s} | flows.answer | another name",
        "thresholds=[groups.meters.connected > 0] | thresholds[0] | sensors, gateways, *",
        "thresholds=[groups.sensors.served > 0] | thresholds[0] | no figure",
      })
  void aMistakeIsOneLineAtItsKey(String override, String key, String words) {
    String[] more =
        key.contains("closed")
            ? new String[] {override, "flows.alarm.rate=~", "flows.alarm.closed={users: 11}"}
            : new String[] {override};
    List<ProfileProblem> found = problems(FLEET, more);

    assertThat(found).extracting(ProfileProblem::path).contains(key);
    assertThat(found)
        .filteredOn(each -> each.path().equals(key))
        .singleElement()
        .extracting(ProfileProblem::message)
        .asString()
        .contains(words);
  }

  @Test
  void thresholdsNameTheFiguresOfGroups() throws Exception {
    assertThat(
            read(
                    FLEET,
                    "thresholds=[groups.*.connected / groups.*.sessions >= 100%,"
                        + " groups.gateways.messages.failed == 0]")
                .profile()
                .bounds())
        .hasSize(2);
    assertThat(
            problems(
                FLEET.replaceAll("(?s)  timeout: 5s.*phases", "  count: 5\nphases"),
                "flows={echo: {rate: 1/s}}",
                "thresholds=[groups.sensors.connected > 0]"))
        .extracting(ProfileProblem::path)
        .containsExactly("thresholds[0]");
  }

  @Test
  void aWaveIsATimeOrATimeAndALength() throws Exception {
    Life.Wave joins =
        read(FLEET, "devices.groups.gateways.life.joins={at: 10s, over: 20s}")
            .profile()
            .devices()
            .group("gateways")
            .devices()
            .life()
            .joins();
    Life.Wave leaves =
        read(FLEET, "devices.life.leaves=30s")
            .profile()
            .devices()
            .group("sensors")
            .devices()
            .life()
            .leaves();

    assertThat(joins).isEqualTo(new Life.Wave(Span.parse("10s"), Span.parse("20s")));
    assertThat(leaves).isEqualTo(new Life.Wave(Span.parse("30s"), null));
  }

  @Test
  void aFlowOfTheWholeFleetNeedsOneTimeout() {
    assertThat(problems(FLEET, "flows.reading.of=~"))
        .extracting(ProfileProblem::path)
        .contains("flows.reading.of");
  }

  @Test
  void aFlowThatHasNotTheNameOfAKindNamesItsKind() {
    assertThat(problems(FLEET, "flows.reading.kind=~"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.path()).isEqualTo("flows.reading.kind");
              assertThat(each.message()).contains("echo, ask, again");
            });
    assertThat(problems(FLEET, "flows.eho={rate: 1/s}"))
        .singleElement()
        .extracting(ProfileProblem::message)
        .asString()
        .endsWith("did you mean echo?");
  }

  private static final String SEARCH =
      "findLimit={of: devices, from: 4, to: 1000, step: 100%, resolution: 10%}";

  @Test
  void aSearchOfDevicesScalesTheGroupsInProportion() throws Exception {
    LoadProfile profile = read(FLEET, SEARCH).profile();
    List<String> overrides = profile.findLimit().overrides(profile, 55);

    assertThat(overrides)
        .startsWith(
            "devices.count=55",
            "devices.groups.sensors.count=50",
            "devices.groups.gateways.count=5");
    LoadProfile probe = read(FLEET, overrides.toArray(String[]::new)).profile();
    assertThat(probe.devices().count()).isEqualTo(55);
    assertThat(probe.timings().get("reading").rate().perSecond()).isEqualTo(2.5);
    assertThat(probe.timings().get("ask").rate().perSecond()).isEqualTo(0.5);
    assertThat(probe.timings().get("fetch").rate().perSecond()).isEqualTo(2);
    assertThat(probe.devices().group("gateways").first()).isEqualTo(50);
  }

  @Test
  void aSearchOfDevicesKeepsWeightsAndOneDeviceOfEachGroup() throws Exception {
    String weights =
        FLEET
            .replace("count: 90", "weight: 98")
            .replace("count: 10", "weight: 2")
            .replace("  timeout: 5s", "  count: 50\n  timeout: 5s");
    LoadProfile profile = read(weights, SEARCH).profile();
    for (int count = 2; count <= 1_000; count++) {
      Map<String, Integer> counts = profile.devices().countsOfGroups(count);
      assertThat(counts.get("sensors") + counts.get("gateways")).isEqualTo(count);
      assertThat(counts.get("gateways")).isEqualTo(Math.max(1, Math.round(count * 0.0199999)));
    }
    List<String> overrides = profile.findLimit().overrides(profile, 10);
    LoadProfile probe = read(weights, overrides.toArray(String[]::new)).profile();
    assertThat(probe.devices().groups()).extracting(DeviceGroup::count).containsExactly(9, 1);
  }

  @Test
  void aSearchOfDevicesBeginsWithADeviceOfEachGroup() throws Exception {
    assertThat(problems(FLEET, SEARCH, "findLimit.from=1"))
        .extracting(ProfileProblem::path)
        .containsExactly("findLimit.from");
    assertThat(read(FLEET).profile().devices().alikeInEveryGroup()).isFalse();
    assertThat(
            read(FLEET, "devices.groups.sensors.id=device-{index}")
                .profile()
                .devices()
                .alikeInEveryGroup())
        .isTrue();
  }
}
