// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.Condition;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.results.Baseline;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsOfAProfileTest {
  private static final String P99 = "flows.*.response.p99 < 500ms";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void refused(String threshold, String key, String... what) {
    profiles.refused(
        GOOD + "thresholds:\n  - " + threshold + "\n", "FILE:9: thresholds[0]" + key, what);
  }

  @Test
  void aThresholdIsATextOrAMapping() throws ProfileException {
    HonoProfile profile =
        profiles.read(
            GOOD
                + "thresholds:\n"
                + "  - ledger.lost == 0\n"
                + "  - { that: \"%s\", every: 10s, abort: true }\n".formatted(P99)
                + "  - \"%s every 1m\"\n".formatted(P99),
            "phases.measure=5m");
    assertThat(profile.thresholds())
        .hasToString("[ledger.lost == 0, " + P99 + " every 10s abort, " + P99 + " every 1m]");
    List<Threshold> read = profile.thresholds().stream().map(Condition::threshold).toList();
    assertThat(read).extracting(Threshold::everySeconds).containsExactly(0, 10, 60);
    assertThat(read).extracting(Threshold::abort).containsExactly(false, true, false);
    assertThat(RedactedProfile.of(profile).at("/thresholds/1").asText())
        .isEqualTo(P99 + " every 10s abort");
  }

  @Test
  void aMappingThatIsWrongIsNamedWithItsKey() {
    refused("{ every: 10s }", ".that", "missing");
    refused("{ that: ledger.lost == 0, evry: 10s }", ".evry", "every");
    refused("{ that: \"" + P99 + "\", every: 500ms }", "", "\"500ms\"");
    refused("{ that: \"" + P99 + "\", every: often }", ".every", "\"often\"");
    refused("{ that: \"" + P99 + "\", every: 5s, abort: maybe }", ".abort", "\"maybe\"");
    refused("[ledger.lost == 0]", "", "a list");
  }

  @ParameterizedTest
  @CsvSource({"every 500ms, 500ms", "every 0s, 0s", "every 1.5s, 1.5s", "every often, often"})
  void aWindowThatIsNoWholeSecondsIsNamed(String text, String found) {
    refused(P99 + " " + text, "", "\"" + found + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    "ledger.lost == 0, ledger.lost",
    "flows.*.service.p99 < 1s, flows.*.service.p99",
    "flows.*.endToEnd.p99 < 1s, flows.*.endToEnd.p99",
    "flows.*.notSent == 0, flows.*.notSent",
    "generator.lag.p99 < 1s, generator.lag.p99"
  })
  void aFigureThatNoWindowHasIsRefused(String threshold, String figure) {
    refused(threshold + " every 10s", "", "\"" + figure + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    "flows.telemetry.response.p50 < 1s",
    "flows.telemetry.response.p999 < 1s",
    "flows.*.response.max < 1s",
    "flows.*.response.mean < 1s",
    "flows.*.sent > 0",
    "flows.*.ok > 0",
    "flows.*.failed == 0",
    "flows.*.retransmitted == 0",
    "flows.*.achieved > 90%",
    "flows.*.reached > 9/s",
    "flows.*.failedBy.protocol.5.03 == 0",
    "flows.*.failed / flows.*.sent < 1%"
  })
  void theFiguresOfAWindowAreKnown(String threshold) throws ProfileException {
    assertThat(profiles.read(GOOD + "thresholds: [" + threshold + " every 10s abort]").thresholds())
        .hasSize(1);
  }

  @Test
  void aWindowThatTheRunCannotHaveIsRefused() {
    refused(P99 + " every 21s", "", "21", "20s");
    profiles.refusedWith(
        "thresholds=[" + P99 + " every 15s]",
        good("measure: 20s", "measure: 2h"),
        "--set: thresholds[0]",
        "15 s",
        "10 s");
  }

  @Test
  void anEndWithoutWindowsIsRefused() {
    refused(P99 + " abort", "", "aborts");
  }

  @Test
  void aComparisonWithoutABaselineIsRefused() {
    refused("flows.telemetry.response.p99 <= baseline * 1.10", "", "--baseline");
  }

  private static final String COMPARED =
      GOOD
          + "thresholds: [\"flows.telemetry.response.p99 <= baseline * 110%\"]\n"
          + "baseline: before\n";

  private void before(String json) throws IOException {
    Files.createDirectories(directory.resolve("before"));
    Files.writeString(directory.resolve("before/result.json"), json);
  }

  private Baseline baseline() throws ProfileException, IOException {
    return profiles.scenario(COMPARED).readBaseline(directory.resolve("profile.yaml"));
  }

  private void noBaseline(String json, String... what) throws IOException {
    before(json);
    String file = directory.resolve("before/result.json").toString();
    assertThatThrownBy(this::baseline)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("baseline " + file + ": ")
        .hasMessageContainingAll(what)
        .message()
        .satisfies(
            message ->
                Golden.of("profile").holds("baseline " + json, message.replace(file, "FILE")));
  }

  private static String result(String more) {
    return "{\"version\": 1, \"runId\": \"beef\", \"run\": \"before\", \"verdict\": {\"status\": \"passed\"}, "
        + more;
  }

  @Test
  void aBaselineLiesWhereTheProfileSays() throws Exception {
    before(
        result("\"complete\": true, \"flows\": {\"telemetry\": {\"response\": {\"p99\": 40.0}}}}"));
    assertThat(baseline().runId()).isEqualTo("beef");
    assertThat(profiles.scenario(GOOD).readBaseline(directory.resolve("profile.yaml"))).isNull();
  }

  @Test
  void aBaselineThatCannotBeComparedWithIsRefused() throws Exception {
    assertThatThrownBy(this::baseline)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("baseline " + directory.resolve("before") + ": ")
        .hasMessageContaining("result.json");
    noBaseline("{\"version\": 1, \"fl", "cut off");
    noBaseline("{}", "version");
    noBaseline("{\"version\": 9}", "version 9", " 2");
    noBaseline(result("\"complete\": false, \"flows\": {}}"), "not go to its end");
    noBaseline(result("\"complete\": true, \"aborted\": {}, \"flows\": {}}"), "not go to its end");
    noBaseline(
        result("\"complete\": true, \"flows\": {}}").replace("passed", "generator-limited"),
        "(generator-limited)");
    noBaseline(
        result("\"complete\": true, \"flows\": {\"event\": {\"response\": {\"p99\": 40.0}}}}"),
        " flows.telemetry.response.p99, ",
        "\"flows.telemetry.response.p99 <= baseline * 110%\"");
  }
}
