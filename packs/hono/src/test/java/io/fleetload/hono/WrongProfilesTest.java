// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongProfilesTest {

  private static final String RATE = "expected a rate above 0 such as 600/s";

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void refused(String text, String message) {
    assertThat(profiles.refusal(text)).isEqualTo(message);
  }

  @Test
  void anUnknownKeyIsNamedWithTheOneThatWasMeant() {
    refused(
        good("measure: 20s", "measure: 20s, warmup: 5s"),
        "FILE:4: phases.warmup: unknown key; did you mean warmUp?"
            + " allowed here: connect, ramp, warmUp, measure, drain");
  }

  @Test
  void anUnknownKeyThatIsLikeNoneIsNamedWithWhatIsAllowed() {
    refused(
        good("id: tload", "id: tload, foo: 1"),
        "FILE:2: tenant.foo: unknown key; allowed here: id, shared");
  }

  @Test
  void whatIsNoWarmUpIsNamed() {
    refused(
        good("measure: 20s", "measure: 20s, warmUp: stable"),
        "FILE:4: phases.warmUp: found \"stable\", expected a length of time such as 30s, or steady,"
            + " or steady with its longest time such as steady within 5m");
    refused(
        good("measure: 20s", "measure: 20s, warmUp: steady within 0s"),
        "FILE:4: phases.warmUp: found \"steady within 0s\", expected a time above 0 within which it"
            + " is to be steady");
  }

  @Test
  void aMisspeltFlowIsNamed() {
    refused(
        good("telemetry:", "telemetri:"),
        "FILE:6: flows.telemetri: unknown key; did you mean telemetry?"
            + " allowed here: telemetry, event, commandQuery");
  }

  @ParameterizedTest
  @ValueSource(strings = {"600", "0/s", "-5/s", "fast", "600/s/s"})
  void whatIsNoRateIsNamed(String rate) {
    refused(
        good("telemetry: { rate: 20/s }", "telemetry: { rate: " + rate + " }"),
        "FILE:6: flows.telemetry.rate: found \"" + rate + "\", " + RATE);
  }

  @Test
  void whatIsNoMetricsPageIsNamed() {
    refused(
        GOOD + "target: { prometheus: [\"http://[::1]:8088/metrics?a=b\", \"adapter:8088\"] }\n",
        "FILE:8: target.prometheus[1]: expected the address of a page, such as"
            + " http://host:port/prometheus, without user or password");
  }

  @Test
  void aMetricsPageThatHasNoSuchRoleOrNoAddressIsNamed() {
    refused(
        GOOD + "target: { prometheus: [{ role: adaptor, url: \"http://a:1/prometheus\" }] }\n",
        "FILE:8: target.prometheus[0].role: found \"adaptor\", expected one of adapter, auth,"
            + " registry, router, kafka, infinispan, mongodb, other");
    refused(
        GOOD + "target: { prometheus: [{ role: kafka }] }\n",
        "FILE:8: target.prometheus[0].url: is missing: the page's address; Hono's services have it"
            + " at /prometheus of the health port");
    refused(
        GOOD
            + "target: { prometheus: [{ url: \"https://kafka:9404/metrics\", everyAddress: true }] }\n",
        "FILE:8: target.prometheus[0].everyAddress: expected false, or a page at http://, as a"
            + " certificate is of a name and not of its addresses");
    refused(
        GOOD + "target: { prometheus: [{ role: kafka, url: \"kafka:9404\" }] }\n",
        "FILE:8: target.prometheus[0]: expected the address of a page, such as"
            + " http://host:port/prometheus, without user or password");
  }

  @Test
  void aKafkaPropertyThatIsWrittenAsAMappingIsNamedWithTheWayToWriteIt() {
    String way =
        "target.kafkaProperties.security: found a mapping, expected a text; a key with dots is one"
            + " name: write kafkaProperties: { \"first.second\": value }, or"
            + " --set 'target.kafkaProperties={\"first.second\": value}'";
    refused(
        GOOD + "target: { kafkaProperties: { security: { protocol: SSL } } }\n", "FILE:8: " + way);
    assertThat(profiles.refusal(GOOD, "target.kafkaProperties.security.protocol=SSL"))
        .isEqualTo("--set: " + way);
    assertThat(profiles.refusal(GOOD, "target.kafkaProperties=SSL"))
        .endsWith(", expected a mapping of keys to texts");
  }

  @Test
  void aVariableThatIsNotSetIsNamed() {
    refused(
        good("id: tload", "id: \"${TENANT}\""),
        "FILE:2: tenant.id: the environment variable TENANT is not set; set it, or write"
            + " ${TENANT:default}");
  }

  @Test
  void aFileThatIsNotThereIsNamed() throws IOException {
    Path absent = directory.resolve("absent.yaml");
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, new byte[] {'a', (byte) 0xff});
    assertFileRefused(absent, ": there is no such file; expected a YAML profile");
    assertFileRefused(directory, ": is a directory; expected a YAML profile");
    assertFileRefused(binary, ": is no UTF-8 text; expected a YAML profile");
  }

  private static void assertFileRefused(Path file, String message) {
    assertThatThrownBy(() -> new ProfileReader<>(HonoProfile.class, Map.of()).read(file, List.of()))
        .isInstanceOf(ProfileException.class)
        .hasMessage(file + message);
  }

  @Test
  void aFileThatHoldsNoProfileIsRefused() {
    refused("", "FILE: is empty; expected a YAML profile");
    refused("# a comment\n", "FILE: is empty; expected a YAML profile");
    String noMapping = "is no mapping; expected keys such as run:, devices:, flows:";
    refused("- run\n", "FILE:1: " + noMapping);
    refused("\nrun\n", "FILE:2: " + noMapping);
  }

  @Test
  void whatIsNoYamlIsRefusedWithItsLine() {
    refused(
        good("{ count: 50 }", "{ count: 50"),
        "FILE:4: is no YAML: while parsing a flow mapping, expected ',' or '}', but got :");
    refused(
        good("tenant:", "\ttenant:"),
        "FILE:2: is no YAML: while scanning for the next token, found character '\\t(TAB)' that"
            + " cannot start any token. (Do not use \\t(TAB) for indentation)");
    refused(
        GOOD + "---\n" + GOOD,
        "FILE:8: is no YAML: expected a single document in the stream, but found another document");
    refused(GOOD + "\u0007", "FILE: is no YAML: special characters are not allowed");
  }

  @Test
  void aKeyThatStandsTwiceIsNamed() {
    refused(GOOD + "run: { name: b }\n", "FILE:8: run: is there twice; expected once");
    refused(
        good("count: 50", "count: 50, count: 60"),
        "FILE:3: devices.count: is there twice; expected once");
  }

  @Test
  void aKeyThatIsNoTextIsNamed() {
    refused(
        good("count: 50", "count: 50, {a: b}: c"),
        "FILE:3: devices[key]: found a key that is a mapping or a list, expected a text");
    refused(
        GOOD + "? [a, b]\n: c\n",
        "FILE:8: [key]: found a key that is a mapping or a list, expected a text");
  }

  @Test
  void aMergeKeyIsNamed() {
    refused(
        GOOD.replace("telemetry: {", "telemetry: &t {") + "  event: { <<: *t }\n",
        "FILE:8: flows.event.<<: merge keys are not read; expected the keys written out");
  }

  @Test
  void anAliasOfWhatItStandsInIsNamed() {
    refused(
        good("devices: { count: 50 }", "devices: &d { count: 50, psk: *d }"),
        "FILE:3: devices.psk: refers to a part that contains it; expected a value");
    refused("&r\nrun: *r\n", "FILE:2: run: refers to a part that contains it; expected a value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "many", "99999999999999999999", "0x10", "5e1", "1_000"})
  void whatIsNoWholeNumberIsNamed(String count) {
    refused(
        good("count: 50", "count: " + count),
        "FILE:3: devices.count: found \"" + count + "\", expected a whole number");
  }

  @Test
  void aNumberOutOfRangeIsNamed() {
    refused(
        good("count: 50", "count: 0"), "FILE:3: devices.count: found \"0\", expected at least 1");
    refused(
        good("count: 50", "count: 5000000000"),
        "FILE:3: devices.count: found \"5000000000\", expected at most 10000000");
    refused(
        good("name: test", "name: test, seed: 99999999999999999999"),
        "FILE:1: run.seed: found \"99999999999999999999\", expected a whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "on", "No", "1", "True"})
  void whatIsNeitherTrueNorFalseIsNamed(String confirmable) {
    refused(
        good("telemetry: { rate: 20/s", "telemetry: { rate: 20/s, confirmable: " + confirmable),
        "FILE:6: flows.telemetry.confirmable: found \""
            + confirmable
            + "\", expected true or false");
  }

  @Test
  void aValueOfAnotherTypeIsNamed() {
    refused(
        good("count: 50", "count: [50]"),
        "FILE:3: devices.count: found a list, expected a whole number");
    refused(
        good("count: 50", "count: 50, bind: 10.0.0.1"),
        "FILE:3: devices.bind: found \"10.0.0.1\", expected a list");
    refused(
        good("run: { name: test }", "run: test"),
        "FILE:1: run: found \"test\", expected a mapping with name, seed");
    refused(
        good("name: test", "name: a b"),
        "FILE:1: run.name: found \"a b\", expected letters, digits, dot, dash and underscore,"
            + " 64 at most");
  }

  @Test
  void aNameThatEndsInALineBreakIsNoName() {
    assertThat(profiles.refusal(good("name: test", "name: \"test\\n\"")))
        .startsWith("FILE:1: run.name: found \"test");
  }

  @Test
  void aSectionWithoutContentIsNamed() {
    refused(
        GOOD.lines().limit(4).reduce("", (a, b) -> a + b + "\n") + "flows:\n",
        "FILE:5: flows: found nothing, expected a mapping with telemetry, event, commandQuery");
    refused(
        GOOD + "generator:\n",
        "FILE:8: generator: found nothing, expected a mapping with maxLag, maxLoopDelay, maxPause,"
            + " maxCpu, maxStolen, maxOthers, precision");
    refused(
        GOOD + "generator: { maxCpu: 101% }\n",
        "FILE:8: generator.maxCpu: found \"101%\", expected at most 100%");
    refused(
        GOOD + "generator: { precision: 20ms }\n",
        "FILE:8: generator.precision: found 20ms, expected 0.05ms to 10ms");
    refused(
        GOOD + "thresholds: [~]\n",
        "FILE:8: thresholds[0]: found nothing, expected a bound such as"
            + " flows.*.response.p99 < 500ms every 10s, or a mapping with that, every, abort");
    refused(
        GOOD.lines().limit(4).reduce("", (a, b) -> a + b + "\n") + "flows: {}\n",
        "FILE:5: flows: is empty, expected at least one of telemetry, event, commandQuery");
  }

  @Test
  void aMissingKeyIsNamedWithWhatItIsFor() {
    refused(
        good("tenant: { id: tload }\n", ""),
        "FILE: tenant: is missing: the tenant that all devices belong to; expected it, or a list"
            + " tenants");
    refused(
        good("measure: 20s", "drain: 40s"),
        "FILE:4: phases.measure: is missing: how long to measure, expected a length of time such as"
            + " 500ms, 30s, 15m or 1h, or stages in a flow");
  }

  @Test
  void aDrainThatLeavesMessagesWithoutAnOutcomeIsRefused() {
    refused(
        good("measure: 20s", "measure: 20s, drain: 39s"),
        "FILE:4: phases.drain: found \"39s\", expected at least 40s (devices.timeout 30s +"
            + " flows.commandQuery.ttd 10s), or a shorter devices.timeout: messages sent at the end"
            + " would have no outcome");
  }

  @Test
  void aChoiceThatIsNoneIsNamed() {
    refused(
        GOOD + "target: { kind: extern }\n",
        "FILE:8: target.kind: found \"extern\", expected one of embedded, external");
    refused(
        good("ttd: 10s", "payload: json"),
        "FILE:7: flows.commandQuery.payload: found \"json\", expected one of ditto, binary");
  }

  @Test
  void aWrongThresholdIsNamed() {
    refused(
        GOOD + "thresholds:\n  - ledger.lost == 0\n  - p99 below 5\n",
        "FILE:10: thresholds[1]: found \"p99 below 5\", expected <figure> <comparison> <bound>,"
            + " such as flows.telemetry.response.p99 < 500ms");
    refused(
        GOOD + "thresholds: [flows.event.failed == 0]\n",
        "FILE:8: thresholds[0]: names the flow \"event\", expected one of telemetry, commandQuery,"
            + " commandResponse, *");
    refused(
        good("  commandQuery: { rate: 20/s, ttd: 10s }\n", "")
            + "thresholds: [flows.commandResponse.failed == 0]\n",
        "FILE:7: thresholds[0]: names the flow \"commandResponse\", expected one of telemetry, *");
  }

  @ParameterizedTest
  @ValueSource(strings = {"500ms", "0s", "1500ms"})
  void aTimeToWaitThatIsNoWholeSecondsIsNamed(String ttd) {
    refused(
        good("ttd: 10s", "ttd: " + ttd),
        "FILE:7: flows.commandQuery.ttd: found \""
            + ttd
            + "\", expected whole seconds, at least 1s");
  }

  @Test
  void aThresholdOnAFigureThatNoResultHasIsNamed() {
    refused(
        GOOD + "thresholds: [ledger.lsot == 0]\n",
        "FILE:8: thresholds[0]: names no figure of the result: \"ledger.lsot\"; expected one such"
            + " as ledger.lost, flows.*.failed, flows.*.achieved or flows.*.response.p99");
  }

  @Test
  void whatAHonoCannotBeConfiguredWithIsNamed() {
    refused(
        GOOD + "target: { services: { requestTimeout: 0s } }\n",
        "FILE:8: target.services.requestTimeout: found \"0s\", expected 1ms or more");
    assertThat(profiles.refusal(GOOD + "target: { maxPayload: 128B }\n"))
        .contains(
            "target.maxPayload: found \"128B\", expected 129B or more, since Hono takes no less");
  }

  @Test
  void aBodyThatNoRunCouldSendIsNamed() {
    refused(
        good("ttd: 10s", "body: '{}'"),
        "FILE:7: flows.commandQuery.body: needs one {{stamp}}, by which the backend knows the"
            + " message");
    refused(
        good("ttd: 10s", "payload: ditto, body: 'x {{stamp}}'"),
        "FILE:7: flows.commandQuery.payload: is there beside body; leave one of them out");
    refused(
        good("ttd: 10s", "body: '{{stamp}} " + "x".repeat(2_000) + "'"),
        "FILE:7: flows.commandQuery.body: makes messages of up to 2097B, expected at most 2048B"
            + " (target.maxPayload)");
  }

  @Test
  void aSizeOutOfRangeIsNamed() {
    refused(
        good("ttd: 10s", "size: 449B"),
        "FILE:7: flows.commandQuery.size: found \"449B\", expected 450B to 2048B"
            + " (target.maxPayload) for a payload ditto");
    refused(
        good("ttd: 10s", "size: 2049B"),
        "FILE:7: flows.commandQuery.size: found \"2049B\", expected 450B to 2048B"
            + " (target.maxPayload) for a payload ditto");
    refused(
        good("ttd: 10s", "size: 4097B") + "target: { maxPayload: 4KiB }\n",
        "FILE:7: flows.commandQuery.size: found \"4097B\", expected 450B to 4096B"
            + " (target.maxPayload) for a payload ditto");
    refused(
        good("ttd: 10s", "size: 9999999KiB"),
        "FILE:7: flows.commandQuery.size: found \"9999999KiB\", expected a size such as 512B or"
            + " 1KiB");
  }

  @Test
  void aRunThatMeasuresNothingOrTooMuchIsRefused() {
    refused(
        good("measure: 20s", "measure: 0s"),
        "FILE:4: phases.measure: found \"0s\", expected a length of time above 0");
    refused(
        good("measure: 20s", "measure: 999999h"),
        "FILE:6: flows.telemetry.rate: found \"20/s\" for 3599996400 s, expected at most"
            + " 2147483647 messages in one run\n"
            + "FILE:7: flows.commandQuery.rate: found \"20/s\" for 3599996400 s, expected at most"
            + " 2147483647 messages in one run");
  }

  @Test
  void anExternalTargetNeedsItsEndpoints() {
    refused(
        GOOD + "target:\n  kind: external\n",
        """
        FILE:3: devices.psk.derivedFrom: is demo, which everybody knows; an external target needs a secret of your own, such as ${PSK_SECRET} of the environment
        FILE:8: target.coap: is missing; an external target needs host:port
        FILE:8: target.kafka: is missing; an external target needs host:port
        FILE:8: target.mongodb: is missing; an external target needs it, or target.registry, or target.provision: false\
        """);
    refused(
        GOOD + "target: { coap: \"host:70000\", kafka: no-port }\n",
        "FILE:8: target.kafka: found \"no-port\", expected host:port, several with commas\n"
            + "FILE:8: target.coap: found port 70000, expected 1 to 65535");
    refused(
        GOOD + "target: { coap: \"host:70000\" }\n",
        "FILE:8: target.coap: found port 70000, expected 1 to 65535");
    refused(
        GOOD + "target: { kafka: \"a:9092,b:0\" }\n",
        "FILE:8: target.kafka: found port 0, expected 1 to 65535");
    refused(
        GOOD + "coordination: { kafka: { bootstrapServers: \"a:99999\" } }\n",
        "FILE:8: coordination.kafka.bootstrapServers: found port 99999, expected 1 to 65535");
  }

  @Test
  void severalMistakesAreReportedAtOnceInTheOrderOfTheFile() {
    refused(
        """
        flows:
          telemetry: { rate: 600 }
        phases: { measure: 20 }
        devices: { counts: 50 }
        tenant: { id: "t/1" }
        run: { name: test }
        """,
        """
        FILE:2: flows.telemetry.rate: found "600", expected a rate above 0 such as 600/s
        FILE:3: phases.measure: found "20", expected a length of time such as 500ms, 30s, 15m or 1h
        FILE:4: devices.count: is missing: how many devices
        FILE:4: devices.counts: unknown key; did you mean count? allowed here: count, id, psk, x509, bind, timeout, reconnectAfter, dtls, life, maxInFlight, stack
        FILE:5: tenant.id: found "t/1", expected letters, digits, dot, dash and underscore, 120 at most\
        """);
  }
}
