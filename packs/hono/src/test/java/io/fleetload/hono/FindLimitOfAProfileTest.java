// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.FindLimit;
import io.fleetload.profile.yaml.ProfileException;
import java.nio.file.Path;
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

  private void refused(String change, String message) {
    assertThat(profiles.refusal(GOOD + SEARCH, change)).isEqualTo(message);
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
    List<String> overrides = profile.findLimit().overrides(profile.flowsByName(), 200);
    assertThat(overrides)
        .containsExactly(
            "flows.telemetry.rate=150/s",
            "flows.commandQuery.rate=50/s",
            "phases.ramp=5s",
            "phases.warmUp=5s",
            "phases.measure=30s");
    HonoProfile probe = profiles.read(GOOD + SEARCH, overrides.toArray(String[]::new));
    assertThat(FindLimit.together(probe.flowsByName())).isEqualTo(200);
    assertThat(probe.phases().measure()).hasToString("30s");
  }

  @Test
  void aLookIsAtTheLowestRateAndLongEnoughToBeOne() throws ProfileException {
    HonoProfile profile = profiles.read(GOOD + SEARCH, "findLimit.settle=0s");
    assertThat(profile.findLimit().overridesOfALook(profile.flowsByName()))
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
    List<String> overrides = profile.findLimit().overridesOfAWarmRun(profile.flowsByName());
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
    assertThat(profiles.refusal(GOOD + "findLimit: { from: 100/s }\n"))
        .isEqualTo(
            "FILE:8: findLimit.to: is missing: the highest rate, of all flows together, expected a"
                + " rate above 0 such as 600/s");
    refused(
        "findLimit.step=0%",
        "--set: findLimit.step: found \"0%\", expected a rate above 0 such as 100/s, or a share"
            + " above 0 such as 50%");
    refused(
        "findLimit.warmUp=steady within 0s",
        "--set: findLimit.warmUp: found \"steady within 0s\", expected a time above 0 within which"
            + " it is to be steady");
    refused("findLimit.repeats=-1", "--set: findLimit.repeats: found \"-1\", expected at least 0");
  }

  @Test
  void aSearchThatDoesNotGoUpIsRefused() {
    refused(
        "findLimit.to=100/s",
        "--set: findLimit.to: found \"100/s\", expected a rate above findLimit.from (100/s)");
    refused(
        "findLimit.to=2000000/s",
        "--set: findLimit.to: found \"2000000/s\", expected at most 1000000/s: no schedule holds"
            + " more");
  }

  @Test
  void aSearchThatWouldTakeForEverIsRefused() {
    refused(
        "findLimit.step=1/s",
        "--set: findLimit.step: found \"1/s\", expected one that climbs from 100/s to 2000/s in 200"
            + " probes at most");
    refused(
        "findLimit.resolution=0.05%",
        "--set: findLimit.resolution: found \"0.05%\", expected at least 0.1% of findLimit.from"
            + " (100/s)");
    refused(
        "findLimit.probe=0s",
        "--set: findLimit.probe: found \"0s\", expected a length of time above 0");
  }

  @Test
  void onlyConstantRatesCanBeScaled() {
    assertThat(
            profiles.refusal(
                GOOD.replace("rate: 20/s }", "stages: [{ for: 20s, rate: 5/s }] }") + SEARCH))
        .isEqualTo(
            "FILE:6: flows.telemetry.stages: is given together with findLimit, which scales constant rates;"
                + " expected rate, or no findLimit");
    assertThat(profiles.refusal(GOOD.replace("rate: 20/s }", "closed: { users: 5 } }") + SEARCH))
        .isEqualTo(
            "FILE:6: flows.telemetry.closed: is given together with findLimit, which scales constant rates;"
                + " expected rate, or no findLimit");
  }
}
