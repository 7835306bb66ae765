// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.verdict.Threshold;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindLimitOfAProfileTest {
  private static final String SEARCH = "findLimit: { from: 100/s, to: 2000/s }\n";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void refused(String change, String where, String... what) {
    profiles.refusedWith(change, GOOD + SEARCH, where, what);
  }

  @Test
  void itsDefaultsAreThoseOfTheReference() throws ProfileException {
    FindLimit search = profiles.read(GOOD + SEARCH).findLimit();
    assertThat(search.step()).hasToString("50%");
    assertThat(search.resolution()).hasToString("5%");
    assertThat(search.probe()).hasToString("30s");
    assertThat(search.settle()).hasToString("5s");
    assertThat(search.recovery()).hasToString("1m");
    assertThat(search.repeats()).isEqualTo(1);
    assertThat(search.warmUp()).hasToString("steady within 3m");
    assertThat(profiles.read(GOOD).findLimit()).isNull();
  }

  @Test
  void aProbeIsTheProfileWithItsRatesScaledTogether() throws ProfileException {
    HonoProfile profile = profiles.read(GOOD + SEARCH, "flows.telemetry.rate=60/s");
    List<String> overrides = profile.findLimit().overrides(profile, 200);
    assertThat(overrides)
        .containsExactly(
            "flows.telemetry.rate=150/s",
            "flows.commandQuery.rate=50/s",
            "phases.ramp=5s",
            "phases.warmUp=5s",
            "phases.measure=30s");
    HonoProfile probe = profiles.read(GOOD + SEARCH, overrides.toArray(String[]::new));
    assertThat(FindLimit.together(probe.timings())).isEqualTo(200);
    assertThat(probe.phases().measure()).hasToString("30s");
  }

  @Test
  void aLookIsAtTheLowestRateAndLongEnoughToBeOne() throws ProfileException {
    HonoProfile profile = profiles.read(GOOD + SEARCH, "findLimit.settle=0s");
    assertThat(profile.findLimit().overridesOfALook(profile))
        .containsExactly(
            "flows.telemetry.rate=50/s",
            "flows.commandQuery.rate=50/s",
            "phases.ramp=0s",
            "phases.warmUp=0s",
            "phases.measure=1s");
  }

  @Test
  void aRunThatWarmsIsAtTheLowestRateUntilTheTargetIsSteady() throws ProfileException {
    HonoProfile profile = profiles.read(GOOD + SEARCH);
    List<String> overrides = profile.findLimit().overridesOfAWarmRun(profile);
    assertThat(overrides)
        .containsExactly(
            "flows.telemetry.rate=50/s",
            "flows.commandQuery.rate=50/s",
            "phases.ramp=5s",
            "phases.warmUp=steady within 3m",
            "phases.measure=10s");
    HonoProfile warming = profiles.read(GOOD + SEARCH, overrides.toArray(String[]::new));
    assertThat(warming.phases().warmUp().untilSteady()).isTrue();
  }

  @Test
  void rateAndShareAreStepsFromARate() throws ProfileException {
    FindLimit search =
        profiles
            .read(GOOD + SEARCH, "findLimit.step=6000/m", "findLimit.resolution=2.5%")
            .findLimit();
    assertThat(search.step().of(300)).isEqualTo(100);
    assertThat(search.resolution().of(300)).isEqualTo(7.5);
  }

  @Test
  void whatIsMissingOrNoRateIsOneLine() {
    profiles.refused(GOOD + "findLimit: { from: 100/s }\n", "FILE:8: findLimit.to", "missing");
    refused("findLimit.step=0%", "--set: findLimit.step", "\"0%\"");
    refused("findLimit.warmUp=steady within 0s", "--set: findLimit.warmUp", "\"steady within 0s\"");
    refused("findLimit.repeats=-1", "--set: findLimit.repeats", "\"-1\"", "0");
  }

  @Test
  void aSearchThatDoesNotGoUpIsRefused() {
    refused("findLimit.to=100/s", "--set: findLimit.to", "\"100/s\"", "findLimit.from", "100/s");
    refused("findLimit.to=2000000/s", "--set: findLimit.to", "\"2000000/s\"", "1000000/s");
  }

  @Test
  void aSearchThatWouldTakeForEverIsRefused() {
    refused("findLimit.step=1/s", "--set: findLimit.step", "\"1/s\"", "100/s", "2000/s", "200");
    refused(
        "findLimit.resolution=0.05%",
        "--set: findLimit.resolution", "\"0.05%\"", "0.1%", "findLimit.from", "100/s");
    refused("findLimit.probe=0s", "--set: findLimit.probe", "\"0s\"");
  }

  @Test
  void onlyConstantRatesCanBeScaled() {
    profiles.refused(
        GOOD.replace("rate: 20/s }", "stages: [{ for: 20s, rate: 5/s }] }") + SEARCH,
        "FILE:6: flows.telemetry.stages",
        "findLimit");
    profiles.refused(
        GOOD.replace("rate: 20/s }", "closed: { users: 5 } }") + SEARCH,
        "FILE:6: flows.telemetry.closed",
        "findLimit");
  }

  private static final String OF_DEVICES =
      GOOD.replace("rate: 20/s }", "every: 1s }")
          + "findLimit: { of: devices, from: 100, to: 2000 }\n";

  @Test
  void aProbeOfDevicesHasAsManyAndLeavesFixedRatesAsTheyAre() throws ProfileException {
    HonoProfile profile = profiles.read(OF_DEVICES);
    FindLimit search = profile.findLimit();
    List<String> overrides = search.overrides(profile, 700);
    assertThat(overrides)
        .containsExactly(
            "devices.count=700", "phases.ramp=5s", "phases.warmUp=5s", "phases.measure=30s");
    HonoProfile probe = profiles.read(OF_DEVICES, overrides.toArray(String[]::new));
    assertThat(probe.timings().get("telemetry").rate().perSecond()).isEqualTo(700);
    assertThat(probe.timings().get("commandQuery").rate())
        .isEqualTo(profile.timings().get("commandQuery").rate());
    assertThat(search.overridesOfALook(profile)).contains("devices.count=100");
    assertThat(search.overridesOfAWarmRun(profile)).contains("devices.count=100");
    assertThat(profile.findLimit().unchanged(profile.timings())).containsExactly("commandQuery");
    assertThat(search.own(profile)).isEqualTo(profile.devices().count());
  }

  @Test
  void aProbeOfBothHasAsManyDevicesAndEveryRateInProportion() throws ProfileException {
    HonoProfile profile = profiles.read(OF_DEVICES, "findLimit.of=both");
    FindLimit search = profile.findLimit();
    double factor = 700.0 / profile.devices().count();
    HonoProfile probe =
        profiles.read(OF_DEVICES, search.overrides(profile, 700).toArray(String[]::new));
    assertThat(probe.devices().count()).isEqualTo(700);
    assertThat(probe.timings().get("telemetry").rate().perSecond()).isEqualTo(700);
    assertThat(probe.timings().get("commandQuery").rate().perSecond())
        .isEqualTo(factor * profile.timings().get("commandQuery").rate().perSecond());
    assertThat(search.unchanged(profile.timings())).isEmpty();
  }

  @Test
  void aProbeNearItsBoundCountsThoughTheProfileAsksToBeSure() throws ProfileException {
    HonoProfile profile =
        profiles.read(OF_DEVICES, "sure=true", "thresholds=[flows.telemetry.response.p99 < 50ms]");
    assertThat(profile.bounds()).allMatch(Threshold::surely);
    List<String> overrides = new ArrayList<>(profile.findLimit().overrides(profile, 700));
    assertThat(overrides).contains("sure=false");
    overrides.add(0, "thresholds=[flows.telemetry.response.p99 < 50ms surely]");
    HonoProfile probe = profiles.read(OF_DEVICES, overrides.toArray(String[]::new));
    assertThat(probe.bounds()).noneMatch(Threshold::surely);
  }

  @Test
  void aStepOfDevicesIsAWholeNumber() throws ProfileException {
    FindLimit search = profiles.read(OF_DEVICES, "findLimit.step=33%").findLimit();
    assertThat(search.stepFrom(101)).isEqualTo(33);
    assertThat(search.stepFrom(1)).isEqualTo(1);
    assertThat(search.resolutionAt(5)).isEqualTo(1);
    assertThat(search.resolutionAt(1_000)).isEqualTo(50);
  }

  @Test
  void ratesAndNumbersOfDevicesAreNotMixed() {
    profiles.refusedWith(
        "findLimit.from=10/s", OF_DEVICES, "--set: findLimit.from", "\"10/s\"", "1000", "devices");
    profiles.refusedWith(
        "findLimit.to=5000/s", OF_DEVICES, "--set: findLimit.to", "\"5000/s\"", "1000", "devices");
    refused("findLimit.from=10", "--set: findLimit.from", "\"10\"", "600/s", "devices");
    refused("findLimit.to=5000", "--set: findLimit.to", "\"5000\"", "600/s", "devices");
    profiles.refusedWith(
        "findLimit.step=10/s", OF_DEVICES, "--set: findLimit.step", "\"10/s\"", "50%");
    profiles.refusedWith(
        "findLimit.to=100", OF_DEVICES, "--set: findLimit.to", "\"100\"", "a number", "(100)");
    profiles.refusedWith(
        "findLimit.to=10000001", OF_DEVICES, "--set: findLimit.to", "\"10000001\"", "10000000");
    refused("findLimit.of=users", "--set: findLimit.of", "\"users\"", "rate", "devices");
  }

  @Test
  void withoutAFlowThatFollowsTheFleetThereIsNoSearchOfDevices() {
    profiles.refused(
        GOOD + "findLimit: { of: devices, from: 100, to: 2000 }\n",
        "FILE:8: findLimit.of",
        "\"devices\"",
        "every");
    profiles.refusedWith(
        "flows.commandQuery={closed: {users: 5}}",
        OF_DEVICES,
        "--set: flows.commandQuery.closed",
        "findLimit",
        "every");
  }
}
