// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.flow.FlowSpec;
import io.fleetload.jt808.Jt808Pack;
import io.fleetload.jt808.Profiles;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Jt808ProfileTest {
  private static final Path PROFILES = Path.of("profiles");

  private static Jt808Profile quickstart(String... overrides) throws ProfileException {
    Path file = PROFILES.resolve("quickstart.yaml");
    return (Jt808Profile) Scenario.read(file, List.of(overrides), Map.of()).profile();
  }

  private static final Golden WORDS = Golden.of("profile");

  /** The one mistake for which a profile is refused, at that key. */
  static AbstractStringAssert<?> assertRefused(String key, String... overrides) {
    ProfileException refused =
        catchThrowableOfType(ProfileException.class, () -> quickstart(overrides));
    String name = String.join(" ", overrides);
    assertThat(refused).as(name).isNotNull();
    assertThat(refused.problems()).as(refused.getMessage()).hasSize(1);
    WORDS.holds(name, refused.getMessage().replaceFirst("^profiles/.*yaml:\\d+: ", "FILE: "));
    return assertThat(refused.getMessage()).contains(key + ": ");
  }

  @ParameterizedTest
  @CsvSource({
    "quickstart.yaml, 200, true",
    "connections.yaml, 50000, false",
    "storage.yaml, 10000, true",
    "vehicles.yaml, 300, true"
  })
  void itsProfilesAreRead(String file, int terminals, boolean backend) throws Exception {
    Scenario read = Scenario.read(PROFILES.resolve(file), List.of(), Map.of());
    assertThat(read.pack()).isInstanceOf(Jt808Pack.class);
    assertThat(read.profile().devices().count()).isEqualTo(terminals);
    assertThat(((Jt808Profile) read.profile()).backend()).isEqualTo(backend);
    assertThat(!read.flows().stored().isEmpty()).isEqualTo(backend);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "devices.vehicle.maker=LONGMAKER | devices.vehicle",
        "devices.vehicle={plate: 'B{{user}}', terminal: 'TERM{{user + 1000}}'} | devices.vehicle",
        "devices.vehicle.plate=\"{{cars.plate}}\" | devices.vehicle.plate",
        "data.cars={file: none.csv} | data.cars.file",
      })
  void aVehicleThatNoTerminalCanRegisterWithIsRefused(String override, String key) {
    assertRefused(key, override);
  }

  @Test
  void theMeasuredPhaseIsAsLongAsTheLimitNeeds() {
    Jt808Profile profile =
        Profiles.of(
            """
            devices: { count: 10000 }
            phases: { drain: 15s }
            flows: { location: { rate: 5000/s, limit: 100 } }
            """);
    assertThat(profile.phases().measure()).hasToString("200s");
    assertThat(new Jt808Pack().describe(profile).flows()).allMatch(FlowSpec::stored);
  }

  @Test
  void everyIsARateOverTheFleet() throws Exception {
    Jt808Profile profile = quickstart("flows.heartbeat.every=20s", "flows.location.every=4s");
    assertThat(profile.timings().get("heartbeat").rate().perSecond()).isEqualTo(10);
    assertThat(profile.timings().get("location").rate().perSecond()).isEqualTo(50);
  }

  @Test
  void everyWithALimitSetsTheMeasuredPhaseToo() {
    Jt808Profile profile =
        Profiles.of(
            """
            devices: { count: 7 }
            phases: { drain: 15s }
            flows: { location: { every: 3s, limit: 10 } }
            """);
    assertThat(profile.phases().measure()).hasToString("30s");
  }

  @Test
  void whatIsLeftOpenIsFilledIn() {
    Jt808Profile profile =
        Profiles.of(
            """
            devices: { count: 2 }
            phases: { measure: 5s }
            flows: { heartbeat: { every: 20s } }
            """);
    assertThat(profile.backend()).isFalse();
    assertThat(profile.devices().name(1)).isEqualTo("13800000001");
    assertThat(profile.devices().timeout()).hasToString("10s");
    assertThat(profile.phases().drain()).hasToString("15s");
    assertThat(profile.target().isEmbedded()).isTrue();
  }

  @Test
  void aPhoneNumberHasToFitItsVersion() {
    assertRefused("devices.phone", "devices.phone=1380{index:9}")
        .contains("\"1380{index:9}\"", "1380000000199", "12");
    assertRefused("devices.phone", "devices.phone=1380{index:17}", "devices.version2019=100%")
        .contains("20 digits", "2019");
  }

  @Test
  void aPhoneNumberOf2019MayBeLonger() throws Exception {
    Jt808Profile profile = quickstart("devices.phone=1380{index:9}", "devices.version2019=100%");
    assertThat(profile.devices().name(199)).isEqualTo("1380000000199");
  }

  @Test
  void aNumberWithoutAnIndexWouldBeTwoTerminals() {
    assertRefused("devices.phone", "devices.phone=13800000001").contains("\"13800000001\"");
  }

  @Test
  void aLimitHasToBeReachedInTheMeasuredTime() {
    assertRefused("phases.measure", "flows.location.limit=100")
        .contains("\"20s\"", "200s", "200", "100", "100/s");
    assertRefused("flows.location.limit", "flows.location={closed: {users: 10}, limit: 100}")
        .contains("rate or every");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flows.heartbeat.every|flows.heartbeat={every: 20s, rate: 100/s}",
        "flows.location.closed|flows.location={every: 20s, closed: {users: 10}}",
        "flows.alert.stages|flows.alert={every: 20s, stages: [{for: 20s, rate: 1/s}]}"
      })
  void everyIsNotGivenTogetherWithAnother(String key, String override) {
    assertRefused(key, override).contains("rate");
  }

  @Test
  void everyIsAboveZero() {
    assertThatThrownBy(() -> quickstart("flows.heartbeat.every=0s"))
        .hasMessageContaining("flows.heartbeat.every: found \"0s\"");
  }

  @Test
  void anAlertNeedsABackend() {
    assertRefused("flows.alert", "backend=false").contains("backend");
  }

  @Test
  void anAlertNeedsATargetThatTakesCommands() throws Exception {
    String[] external = {"target.server=10.0.0.1:808", "target.nats=nats://10.0.0.1:4222"};
    assertRefused("flows.alert", external).contains("10.0.0.1:808");
    assertThat(quickstart(external[0], external[1], "target.commands=c").target().takesCommands())
        .isTrue();
  }

  @Test
  void aBatchIsNotLargerThanTheWindow() {
    assertRefused(
            "flows.location.window", "flows.location.window=4", "flows.location.batch={size: 5}")
        .contains("4", "5");
  }

  @Test
  void aBatchDoesNotWaitAsLongAsTheTimeout() {
    assertRefused("flows.location.batch.within", "flows.location.batch={size: 5, within: 10s}")
        .contains("\"10s\"", "devices.timeout", "10s");
  }

  @Test
  void aTerminalDoesNotSendMoreThanTheStampCanNumber() {
    assertRefused("flows.location", "flows.location={closed: {users: 10}}", "phases.measure=113s")
        .contains("2400000", "2097152");
    assertRefused("flows.alert", "flows.alert={closed: {users: 1, iterations: 2200000}}")
        .contains("2200000");
    assertRefused(
            "flows.location",
            "flows.location={rate: 20000/s}",
            "devices.count=1",
            "phases={measure: 105s}")
        .contains("2100000");
  }

  @Test
  void manyFlowsLeaveLessToNumber() {
    String flows =
        "flows={location: {every: 2s}, track: {kind: location, every: 2s}, alert: {rate: 5/s},"
            + " panic: {kind: alert, closed: {users: 1, iterations: 1100000}}}";
    assertRefused("flows.panic", flows).contains("1100000", "1048576", "fewer flows");
  }

  @Test
  void aStampDoesNotNameAnyNumberOfFlows() {
    StringBuilder flows = new StringBuilder();
    for (int i = 0; i < 33; i++) {
      flows.append("  alarm").append(i).append(": { kind: alert, rate: 1/s }\n");
    }
    String most = "devices: { count: 2 }\nphases: { measure: 5s }\nflows:\n" + flows;
    // The place of locations is kept.
    assertThatThrownBy(() -> Profiles.read(most))
        .isInstanceOf(ProfileException.class)
        .hasMessageContainingAll("flows: ", "67", "64");
  }

  @Test
  void theLimitsOfTwoFlowsTakeTheSameTime() throws Exception {
    String flows =
        "flows={location: {rate: 100/s, limit: 10}, track: {kind: location, rate: 50/s, limit: %d}}";
    String[] noMeasure = {"phases={ramp: 2s, warmUp: 5s, drain: 15s}"};
    assertRefused("phases.measure", flows.formatted(6), noMeasure[0])
        .contains("20s", "24s", "flows.location.limit", "flows.track.limit");
    assertThat(quickstart(flows.formatted(5), noMeasure[0]).phases().measure()).hasToString("20s");
  }

  @Test
  void aLimitIsOfTheTerminalsThatSendTheFlow() {
    Jt808Profile profile =
        Profiles.of(
            """
            devices: { groups: { cars: { count: 90 }, trucks: { count: 10 } } }
            phases: { drain: 15s }
            flows:
              heartbeat: { of: cars, every: 20s }
              location: { of: trucks, rate: 10/s, limit: 30 }
            """);
    assertThat(profile.phases().measure()).hasToString("30s");
  }

  private static final String GROUPS =
      "devices={groups: {cars: {count: 100, phone: '%s'}, trucks: {count: 100, phone:" + " '%s'}}}";

  @Test
  void aPhoneNumberOfAGroupHasToFitItsVersion() {
    assertRefused("devices.groups.trucks.phone", GROUPS.formatted("1{index:8}", "2222{index:9}"))
        .contains("2222000000199", "12 digits");
  }

  @Test
  void twoTerminalsDoNotHaveOneNumber() throws Exception {
    assertRefused("devices.groups.trucks.phone", GROUPS.formatted("11{index}", "1{index}"))
        .contains("1110", "devices.groups.cars");
    assertThat(quickstart(GROUPS.formatted("138{index:8}", "138{index:8}"))).isNotNull();
    assertThat(quickstart(GROUPS.formatted("1{index:4}", "13{index:8}"))).isNotNull();
  }

  @Test
  void stagesDoNotSendMoreThanTheStampCanNumber() throws Exception {
    String[] stages = {
      "flows={location: {stages: [{for: 100s, from: 0/s, to: 40000/s}, {for: %ds, rate: 10000/s}]}}",
      "devices.count=1",
      "phases={warmUp: 0s}"
    };
    String tooLong = stages[0].formatted(11);
    assertRefused("flows.location.stages", tooLong, stages[1], stages[2])
        .contains("2110000", "2097152");
    assertThat(quickstart(stages[0].formatted(9), stages[1], stages[2])).isNotNull();
  }

  @Test
  void stagesThatAreWrongAreRefusedForWhatIsWrong() {
    assertRefused(
            "flows.location.stages[1].at",
            "flows.location={stages: [{for: 15s, rate: 1/s}, {at: 1s, for: 5s, rate: 1/s}]}")
        .contains("\"1s\"");
  }

  @Test
  void heartbeatsCarryNoStampAndMayBeMany() throws Exception {
    assertThat(quickstart("flows.heartbeat={closed: {users: 10}}", "phases.measure=113s"))
        .isNotNull();
  }

  @Test
  void noMoreThanAllTerminalsSpeak2019() {
    assertRefused("devices.version2019", "devices.version2019=101%").contains("\"101%\"", "100%");
  }

  @Test
  void aProfileThatLacksWhatIsRequiredSaysSo() {
    assertThatThrownBy(() -> Profiles.read("phases: { measure: 5s }\n"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("devices")
        .hasMessageContaining("flows");
    assertThatThrownBy(
            () -> Profiles.read("devices: {}\nphases: {}\nflows: { location: { rate: 1/s } }\n"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("devices.count");
  }
}
