// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.Condition;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.results.Baseline;
import io.fleetload.results.Threshold;
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

  private void refused(String threshold, String message) {
    assertThat(profiles.refusal(GOOD + "thresholds:\n  - " + threshold + "\n"))
        .isEqualTo("FILE:9: thresholds[0]" + message);
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
    String fits = "<figure> <comparison> <bound>, such as flows.*.response.p99 < 500ms";
    refused("{ every: 10s }", ".that: is missing: the bound on a figure, expected " + fits);
    refused(
        "{ that: ledger.lost == 0, evry: 10s }",
        ".evry: unknown key; did you mean every? allowed here: that, every, abort");
    refused(
        "{ that: \"" + P99 + "\", every: 500ms }",
        ": found every \"500ms\", expected a whole number of seconds or more, such as every 10s");
    refused(
        "{ that: \"" + P99 + "\", every: often }",
        ".every: found \"often\", expected a length of time such as 500ms, 30s, 15m or 1h");
    refused(
        "{ that: \"" + P99 + "\", every: 5s, abort: maybe }",
        ".abort: found \"maybe\", expected true or false");
    refused(
        "[ledger.lost == 0]",
        ": found a list, expected a bound such as flows.*.response.p99 < 500ms every 10s, or a"
            + " mapping with that, every, abort");
  }

  @ParameterizedTest
  @CsvSource({"every 500ms, 500ms", "every 0s, 0s", "every 1.5s, 1.5s", "every often, often"})
  void aWindowThatIsNoWholeSecondsIsNamed(String text, String found) {
    refused(
        P99 + " " + text,
        ": found every \""
            + found
            + "\", expected a whole number of seconds or more, such as every 10s");
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
    refused(
        threshold + " every 10s",
        ": has no value for each window: \""
            + figure
            + "\"; expected one of the whole phase, without every, or one such as"
            + " flows.*.response.p99, flows.*.failed or flows.*.achieved");
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
    refused(
        P99 + " every 21s", ": every 21 s is longer than the measured phase; expected at most 20s");
    assertThat(profiles.refusal(GOOD, "phases.measure=2h", "thresholds=[" + P99 + " every 15s]"))
        .isEqualTo(
            "--set: thresholds[0]: every 15 s: a run as long as this one keeps its response times"
                + " in intervals of 10 s; expected a multiple of that");
  }

  @Test
  void anEndWithoutWindowsIsRefused() {
    refused(
        P99 + " abort", ": aborts, which takes windows; expected their length, such as every 10s");
  }

  @Test
  void aComparisonWithoutABaselineIsRefused() {
    refused(
        "flows.telemetry.response.p99 <= baseline * 1.10",
        ": compares with a baseline, and there is none; expected --baseline DIR or the key"
            + " baseline");
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
    return profiles.read(COMPARED).readBaseline(directory.resolve("profile.yaml"));
  }

  private void noBaseline(String json, String message) throws IOException {
    before(json);
    assertThatThrownBy(this::baseline)
        .isInstanceOf(IOException.class)
        .hasMessage("baseline " + directory.resolve("before/result.json") + message);
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
    assertThat(profiles.read(GOOD).readBaseline(directory.resolve("profile.yaml"))).isNull();
  }

  @Test
  void aBaselineThatCannotBeComparedWithIsRefused() throws Exception {
    assertThatThrownBy(this::baseline)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "baseline %s: holds no result.json; give the directory of a run",
            directory.resolve("before"));
    noBaseline("{\"version\": 1, \"fl", ": no Result: is cut off");
    noBaseline("{}", ": no Result: has no version");
    noBaseline(
        "{\"version\": 9}", ": is of version 9, this tool reads up to 2; use a newer loadtest");
    noBaseline(
        result("\"complete\": false, \"flows\": {}}"),
        ": is of a run that did not go to its end; give one that did");
    noBaseline(
        result("\"complete\": true, \"aborted\": {}, \"flows\": {}}"),
        ": is of a run that did not go to its end; give one that did");
    noBaseline(
        result("\"complete\": true, \"flows\": {}}").replace("passed", "generator-limited"),
        ": is of a run that says nothing about the target (generator-limited); give another");
    noBaseline(
        result("\"complete\": true, \"flows\": {\"event\": {\"response\": {\"p99\": 40.0}}}}"),
        ": has no flows.telemetry.response.p99, which the threshold"
            + " \"flows.telemetry.response.p99 <= baseline * 110%\" compares with");
  }
}
