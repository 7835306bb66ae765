// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static io.fleetload.hono.Profiles.GOOD;
import static io.fleetload.hono.Profiles.good;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Scenario;
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

  @TempDir Path directory;
  private Profiles profiles;

  @BeforeEach
  void make() {
    profiles = new Profiles(directory, Map.of());
  }

  private void refused(String text, String where, String... what) {
    profiles.refused(text, where, what);
  }

  @Test
  void anUnknownKeyIsNamedWithTheOneThatWasMeant() {
    refused(good("measure: 20s", "measure: 20s, warmup: 5s"), "FILE:4: phases.warmup", "warmUp");
  }

  @Test
  void anUnknownKeyThatIsLikeNoneIsNamedWithWhatIsAllowed() {
    refused(good("id: tload", "id: tload, foo: 1"), "FILE:2: tenant.foo", "id, shared");
  }

  @Test
  void whatIsNoWarmUpIsNamed() {
    refused(
        good("measure: 20s", "measure: 20s, warmUp: stable"),
        "FILE:4: phases.warmUp",
        "\"stable\"");
    refused(
        good("measure: 20s", "measure: 20s, warmUp: steady within 0s"),
        "FILE:4: phases.warmUp",
        "\"steady within 0s\"");
  }

  @Test
  void devicesOfMqttHaveKeysAndAnAdapterToGoTo() {
    refused(
        good("count: 50", "count: 50, protocol: mqtt, stack: californium"),
        "FILE:3: devices.protocol",
        "mqtt",
        "coap");
    refused(
        good("run: {", "target: { kind: external, kafka: 'h:2', provision: false }\nrun: {")
            .replace("count: 50", "count: 50, protocol: mqtt, psk: { derivedFrom: secret }"),
        "FILE:1: target.mqtt",
        "host:port");
    refused(
        good(
                "count: 50",
                "count: 50, groups: { a: { weight: 1, protocol: mqtt }, b: { weight: 1 } }")
            + "gateways: { count: 5 }\n",
        "FILE:3: devices.groups.a.protocol",
        "devices");
    refused(
        good("count: 50", "count: 50, protocol: mqtt")
            + "registry: { tenant: { adapters: [hono-coap] } }\n",
        "FILE:8: registry.tenant.adapters",
        "hono-mqtt");
    refused(
        good("count: 50", "count: 50, connectionEvents: true"),
        "FILE:3: devices.connectionEvents",
        "protocol: mqtt",
        "CoAP");
    refused(
        good("count: 50", "count: 50, protocol: http, connectionEvents: true"),
        "FILE:3: devices.connectionEvents",
        "HTTP");
    refused(
        good("count: 50", "count: 50, protocol: http, id: 'a:{index}'"),
        "FILE:3: devices.id",
        "colon");
    refused(
        good("count: 50", "count: 50, protocol: http")
            + "gateways: { count: 5, id: 'a:{index}' }\n",
        "FILE:8: gateways.id",
        "colon");
    refused(
        good("run: {", "target: { http: 'h:1', trust: a.pem }\nrun: {"),
        "FILE:1: target.trust",
        "https://");
    refused(
        good("run: {", "target: { mqtt: 'https://h:1' }\nrun: {"), "FILE:1: target.mqtt", "tls://");
    refused(
        good("run: {", "target: { mqtt: 'tls://h:70000' }\nrun: {"),
        "FILE:1: target.mqtt",
        "70000");
  }

  @Test
  void aMisspeltFlowIsNamed() {
    refused(good("telemetry:", "telemetri:"), "FILE:6: flows.telemetri.kind", "telemetry");
  }

  @ParameterizedTest
  @ValueSource(strings = {"600", "0/s", "-5/s", "fast", "600/s/s"})
  void whatIsNoRateIsNamed(String rate) {
    refused(
        good("telemetry: { rate: 20/s }", "telemetry: { rate: " + rate + " }"),
        "FILE:6: flows.telemetry.rate",
        "\"" + rate + "\"");
  }

  @Test
  void whatIsNoMetricsPageIsNamed() {
    refused(
        GOOD + "target: { prometheus: [\"http://[::1]:8088/metrics?a=b\", \"adapter:8088\"] }\n",
        "FILE:8: target.prometheus[1]",
        "address");
  }

  @Test
  void aMetricsPageThatHasNoSuchRoleOrNoAddressIsNamed() {
    refused(
        GOOD + "target: { prometheus: [{ role: adaptor, url: \"http://a:1/prometheus\" }] }\n",
        "FILE:8: target.prometheus[0].role",
        "\"adaptor\"");
    refused(
        GOOD + "target: { prometheus: [{ role: kafka }] }\n",
        "FILE:8: target.prometheus[0].url",
        "missing");
    refused(
        GOOD
            + "target: { prometheus: [{ url: \"https://kafka:9404/metrics\", everyAddress: true }] }\n",
        "FILE:8: target.prometheus[0].everyAddress",
        "http://, ");
    refused(
        GOOD + "target: { prometheus: [{ role: kafka, url: \"kafka:9404\" }] }\n",
        "FILE:8: target.prometheus[0]",
        "address");
  }

  @Test
  void aKafkaPropertyThatIsWrittenAsAMappingIsNamedWithTheWayToWriteIt() {
    String[] way = {
      "a mapping",
      "kafkaProperties: { \"first.second\": value }",
      "--set 'target.kafkaProperties={\"first.second\": value}'"
    };
    profiles.refused(
        GOOD + "target: { kafkaProperties: { security: { protocol: SSL } } }\n",
        "FILE:8: target.kafkaProperties.security",
        way);
    profiles.refusedWith(
        "target.kafkaProperties.security.protocol=SSL",
        GOOD,
        "--set: target.kafkaProperties.security",
        way);
    profiles.refusedWith(
        "target.kafkaProperties=SSL", GOOD, "--set: target.kafkaProperties", "a mapping");
  }

  @Test
  void aVariableThatIsNotSetIsNamed() {
    refused(good("id: tload", "id: \"${TENANT}\""), "FILE:2: tenant.id", "TENANT");
  }

  @Test
  void aFileThatIsNotThereIsNamed() throws IOException {
    Path absent = directory.resolve("absent.yaml");
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, new byte[] {'a', (byte) 0xff});
    assertFileRefused(absent, "a file that is not there");
    assertFileRefused(directory, "a directory");
    assertFileRefused(binary, "a file that is no text");
  }

  private static void assertFileRefused(Path file, String what) {
    assertThatThrownBy(() -> Scenario.read(file, List.of(), Map.of()))
        .isInstanceOf(ProfileException.class)
        .message()
        .startsWith(file + ": ")
        .satisfies(
            message -> Golden.of("profile").holds(what, message.replace(file.toString(), "FILE")));
  }

  @Test
  void aFileThatHoldsNoProfileIsRefused() {
    refused("", "FILE", "empty");
    refused("# a comment\n", "FILE", "empty");
    refused("- run\n", "FILE:1", "run:, devices:, flows:");
    refused("\nrun\n", "FILE:2", "run:, devices:, flows:");
  }

  @Test
  void whatIsNoYamlIsRefusedWithItsLine() {
    refused(good("{ count: 50 }", "{ count: 50"), "FILE:4", "YAML");
    refused(good("tenant:", "\ttenant:"), "FILE:2", "YAML");
    refused(GOOD + "---\n" + GOOD, "FILE:8", "YAML");
    refused(GOOD + "\u0007", "FILE", "YAML");
  }

  @Test
  void aKeyThatStandsTwiceIsNamed() {
    refused(GOOD + "run: { name: b }\n", "FILE:8: run", "twice");
    refused(good("count: 50", "count: 50, count: 60"), "FILE:3: devices.count", "twice");
  }

  @Test
  void aKeyThatIsNoTextIsNamed() {
    refused(good("count: 50", "count: 50, {a: b}: c"), "FILE:3: devices[key]", "key");
    refused(GOOD + "? [a, b]\n: c\n", "FILE:8: [key]", "key");
  }

  @Test
  void aMergeKeyIsNamed() {
    refused(
        GOOD.replace("telemetry: {", "telemetry: &t {") + "  event: { <<: *t }\n",
        "FILE:8: flows.event.<<",
        "merge keys");
  }

  @Test
  void anAliasOfWhatItStandsInIsNamed() {
    refused(
        good("devices: { count: 50 }", "devices: &d { count: 50, psk: *d }"),
        "FILE:3: devices.psk",
        "contains it");
    refused("&r\nrun: *r\n", "FILE:2: run", "contains it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5", "many", "99999999999999999999", "0x10", "5e1", "1_000"})
  void whatIsNoWholeNumberIsNamed(String count) {
    refused(good("count: 50", "count: " + count), "FILE:3: devices.count", "\"" + count + "\"");
  }

  @Test
  void aNumberOutOfRangeIsNamed() {
    refused(good("count: 50", "count: 0"), "FILE:3: devices.count", "\"0\"", "1");
    refused(
        good("count: 50", "count: 5000000000"),
        "FILE:3: devices.count",
        "\"5000000000\"",
        "10000000");
    refused(
        good("name: test", "name: test, seed: 99999999999999999999"),
        "FILE:1: run.seed",
        "\"99999999999999999999\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "on", "No", "1", "True"})
  void whatIsNeitherTrueNorFalseIsNamed(String confirmable) {
    refused(
        good("telemetry: { rate: 20/s", "telemetry: { rate: 20/s, confirmable: " + confirmable),
        "FILE:6: flows.telemetry.confirmable",
        "\"" + confirmable + "\"");
  }

  @Test
  void aValueOfAnotherTypeIsNamed() {
    refused(good("count: 50", "count: [50]"), "FILE:3: devices.count", "a list");
    refused(good("count: 50", "count: 50, bind: 10.0.0.1"), "FILE:3: devices.bind", "\"10.0.0.1\"");
    refused(good("run: { name: test }", "run: test"), "FILE:1: run", "\"test\"");
    refused(good("name: test", "name: a b"), "FILE:1: run.name", "\"a b\"", "64");
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
        "FILE:5: flows",
        "nothing");
    refused(GOOD + "generator:\n", "FILE:8: generator", "nothing");
    refused(GOOD + "generator: { maxCpu: 101% }\n", "FILE:8: generator.maxCpu", "\"101%\"", "100%");
    refused(
        GOOD + "generator: { precision: 20ms }\n",
        "FILE:8: generator.precision",
        "20ms",
        "0.05ms",
        "10ms");
    refused(GOOD + "thresholds: [~]\n", "FILE:8: thresholds[0]", "nothing");
    refused(
        GOOD.lines().limit(4).reduce("", (a, b) -> a + b + "\n") + "flows: {}\n",
        "FILE:5: flows",
        "empty");
  }

  @Test
  void aMissingKeyIsNamedWithWhatItIsFor() {
    refused(good("tenant: { id: tload }\n", ""), "FILE: tenant", "missing");
    refused(good("measure: 20s", "drain: 40s"), "FILE:4: phases.measure", "missing");
  }

  @Test
  void aDrainThatLeavesMessagesWithoutAnOutcomeIsRefused() {
    refused(
        good("measure: 20s", "measure: 20s, drain: 39s"),
        "FILE:4: phases.drain",
        "\"39s\"",
        "40s",
        "devices.timeout",
        "30s",
        "flows.commandQuery.ttd",
        "10s");
  }

  @Test
  void aChoiceThatIsNoneIsNamed() {
    refused(GOOD + "target: { kind: extern }\n", "FILE:8: target.kind", "\"extern\"");
    refused(good("ttd: 10s", "payload: json"), "FILE:7: flows.commandQuery.payload", "\"json\"");
  }

  @Test
  void aWrongThresholdIsNamed() {
    refused(
        GOOD + "thresholds:\n  - ledger.lost == 0\n  - p99 below 5\n",
        "FILE:10: thresholds[1]",
        "\"p99 below 5\"");
    refused(GOOD + "thresholds: [flows.event.failed == 0]\n", "FILE:8: thresholds[0]", "\"event\"");
    refused(
        good("  commandQuery: { rate: 20/s, ttd: 10s }\n", "")
            + "thresholds: [flows.commandResponse.failed == 0]\n",
        "FILE:7: thresholds[0]",
        "\"commandResponse\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"500ms", "0s", "1500ms"})
  void aTimeToWaitThatIsNoWholeSecondsIsNamed(String ttd) {
    refused(
        good("ttd: 10s", "ttd: " + ttd), "FILE:7: flows.commandQuery.ttd", "\"" + ttd + "\"", "1s");
  }

  @Test
  void aThresholdOnAFigureThatNoResultHasIsNamed() {
    refused(GOOD + "thresholds: [ledger.lsot == 0]\n", "FILE:8: thresholds[0]", "\"ledger.lsot\"");
  }

  @Test
  void whatAHonoCannotBeConfiguredWithIsNamed() {
    refused(
        GOOD + "target: { services: { requestTimeout: 0s } }\n",
        "FILE:8: target.services.requestTimeout",
        "\"0s\"",
        "1ms");
    profiles.refused(
        GOOD + "target: { maxPayload: 128B }\n",
        "FILE:6: flows.telemetry.size\nFILE:7: flows.commandQuery.size\nFILE:8: target.maxPayload",
        "\"128B\"",
        "129B");
  }

  @Test
  void aBodyThatNoRunCouldSendIsNamed() {
    refused(good("ttd: 10s", "body: '{}'"), "FILE:7: flows.commandQuery.body", "{{stamp}}");
    refused(
        good("ttd: 10s", "payload: ditto, body: 'x {{stamp}}'"),
        "FILE:7: flows.commandQuery.payload",
        "body");
    refused(
        good("ttd: 10s", "body: '{{stamp}} " + "x".repeat(2_000) + "'"),
        "FILE:7: flows.commandQuery.body",
        "2097B",
        "2048B",
        "target.maxPayload");
    refused(
        good("ttd: 10s", "body: '{{stamp}} {{devise}}'"),
        "FILE:7: flows.commandQuery.body",
        "{{devise}}",
        "did you mean device?");
  }

  @Test
  void aSizeOutOfRangeIsNamed() {
    refused(
        good("ttd: 10s", "size: 449B"),
        "FILE:7: flows.commandQuery.size",
        "\"449B\"",
        "450B",
        "2048B",
        "target.maxPayload");
    refused(
        good("ttd: 10s", "size: 2049B"),
        "FILE:7: flows.commandQuery.size",
        "\"2049B\"",
        "450B",
        "2048B",
        "target.maxPayload");
    refused(
        good("ttd: 10s", "size: 4097B") + "target: { maxPayload: 4KiB }\n",
        "FILE:7: flows.commandQuery.size",
        "\"4097B\"",
        "450B",
        "4096B",
        "target.maxPayload");
    refused(
        good("ttd: 10s", "size: 9999999KiB"), "FILE:7: flows.commandQuery.size", "\"9999999KiB\"");
  }

  @Test
  void aRunThatMeasuresNothingOrTooMuchIsRefused() {
    refused(good("measure: 20s", "measure: 0s"), "FILE:4: phases.measure", "\"0s\"");
    refused(
        good("measure: 20s", "measure: 999999h"),
        "FILE:6: flows.telemetry.rate\nFILE:7: flows.commandQuery.rate",
        "\"20/s\"",
        "3599996400",
        "2147483647");
  }

  @Test
  void anExternalTargetNeedsItsEndpoints() {
    refused(
        GOOD + "target:\n  kind: external\n",
        "FILE:3: devices.psk.derivedFrom\nFILE:8: target.coap\nFILE:8: target.kafka\nFILE:8: target.mongodb",
        "target.registry",
        "target.provision");
    refused(
        GOOD + "target: { coap: \"host:70000\", kafka: no-port }\n",
        "FILE:8: target.kafka\nFILE:8: target.coap",
        "\"no-port\"",
        "70000",
        "1",
        "65535");
    refused(
        GOOD + "target: { coap: \"host:70000\" }\n", "FILE:8: target.coap", "70000", "1", "65535");
    refused(
        GOOD + "target: { kafka: \"a:9092,b:0\" }\n", "FILE:8: target.kafka", "0", "1", "65535");
    refused(
        GOOD + "coordination: { kafka: { bootstrapServers: \"a:99999\" } }\n",
        "FILE:8: coordination.kafka.bootstrapServers",
        "99999",
        "1",
        "65535");
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
        "FILE:2: flows.telemetry.rate\nFILE:3: phases.measure\nFILE:4: devices.counts\nFILE:4: devices.count\nFILE:5: tenant.id",
        "\"600\"",
        "\"20\"",
        "count",
        "\"t/1\"",
        "Kafka");
  }

  @Test
  void topicsHaveNamesThatKafkaTakesAndTellsApart() {
    refused(GOOD + "topics: { prefix: 'site/' }\n", "FILE:8: topics.prefix", "\"site/\"", "100");
    refused(GOOD + "topics: { prefix: site-7. }\n", "FILE:8: topics.prefix", "hono.");
    refused(GOOD + "registry: { tenants: [a/b] }\n", "FILE:8: registry.tenants[0]", "Kafka");
    refused(
        good("tenant: { id: tload }", "tenants: [{ id: a.b }, { id: a_b }]"),
        "FILE:2: tenants[1].id",
        "a.b",
        "Kafka");
  }

  @Test
  void aKeepAliveIsWhatMqttHolds() {
    refused(
        good("count: 50", "count: 50, protocol: mqtt, keepAlive: 1500ms"),
        "FILE:3: devices.keepAlive",
        "65535");
    refused(
        good("count: 50", "count: 50, protocol: mqtt, keepAlive: 19h"),
        "FILE:3: devices.keepAlive",
        "65535");
  }
}
