// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hono's devices by MQTT and by HTTP, both over TLS, on a Hono that runs already. */
class ProtocolsIT {
  private static Hono hono;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    hono =
        Hono.start(
            "--tenant=tls",
            "--tenant=untrusted",
            "--tenant=mqtt",
            "--tenant=http",
            "--tenant=stranger",
            "--tenant=other",
            "--tls",
            "--mqtt-port=0",
            "--http-adapter-port=0");
  }

  @AfterAll
  static void end() throws Exception {
    hono.close();
  }

  private Path profile(String tenant, String trust) throws Exception {
    return Files.writeString(
        directory.resolve("profile.yaml"),
        """
        run: { name: protocols }
        target:
          kind: external
          mqtt: tls://%s
          http: https://%s
          %s
          kafka: %s
          mongodb: %s
          database: %s
        tenant: { id: %s }
        devices:
          timeout: 5s
          psk: { derivedFrom: one }
          groups:
            meters: { count: 10, id: "meter-{index}", protocol: mqtt }
            doors: { count: 10, id: "door-{index}", protocol: http }
        phases: { warmUp: 1s, measure: 4s, drain: 20s }
        flows:
          reading: { kind: telemetry, of: meters, rate: 10/s }
          tariff: { kind: commandQuery, of: meters, rate: 5/s }
          entry: { kind: event, of: doors, rate: 10/s }
          unlock: { kind: commandQuery, of: doors, rate: 5/s }
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
        thresholds: [flows.*.achieved >= 0%%]
        """
            .formatted(
                hono.endpoint("mqtt"),
                hono.endpoint("httpAdapter"),
                trust,
                hono.endpoint("kafka"),
                hono.endpoint("mongodb"),
                hono.endpoint("database"),
                tenant));
  }

  @Test
  void everyMessageAndCommandIsAccountedFor() throws Exception {
    Path out = directory.resolve("out");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile("tls", "trust: " + hono.endpoint("coapCertificate")).toString(),
                "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }

    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(result.at("/devices/connected").asInt()).isEqualTo(20);
    assertThat(result.at("/ledger/delivered").asInt()).isEqualTo(160);
    assertThat(result.at("/ledger/lost").asInt()).isZero();
    assertThat(result.at("/commands/queriesReceived").asInt()).isEqualTo(40);
    assertThat(result.at("/commands/answersSeen").asInt()).isEqualTo(40);
  }

  private Path certificates(String tenant, String protocol, String provision) throws Exception {
    return Files.writeString(
        directory.resolve(tenant + provision + ".yaml"),
        """
        run: { name: certificates }
        target:
          kind: external
          mqtt: tls://%s
          http: https://%s
          trust: %s
          kafka: %s
          mongodb: %s
          database: %s
          provision: %s
        tenant: { id: %s }
        devices:
          count: 10
          id: "meter=a/{index}"
          protocol: %s
          timeout: 5s
          x509: { directory: authorities%s }
        phases: { warmUp: 1s, measure: 4s, drain: 20s }
        flows:
          reading: { kind: telemetry, rate: 10/s }
          entry: { kind: event, rate: 10/s }
          tariff: { kind: commandQuery, rate: 5/s }
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
        thresholds: [flows.*.achieved >= 0%%]
        """
            .formatted(
                hono.endpoint("mqtt"),
                hono.endpoint("httpAdapter"),
                hono.endpoint("coapCertificate"),
                hono.endpoint("kafka"),
                hono.endpoint("mongodb"),
                hono.endpoint("database"),
                provision,
                tenant,
                protocol,
                provision));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mqtt", "http"})
  void devicesWithCertificatesNeedNoPassword(String protocol) throws Exception {
    Path out = directory.resolve("out");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of("run", certificates(protocol, protocol, "true").toString(), "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }

    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(result.at("/devices/connected").asInt()).isEqualTo(10);
    assertThat(result.at("/ledger/delivered").asInt()).isEqualTo(120);
    assertThat(result.at("/ledger/lost").asInt()).isZero();
    assertThat(result.at("/commands/answersSeen").asInt()).isEqualTo(20);
  }

  @Test
  void aCertificateOfAnotherAuthorityLetsNoDeviceIn() throws Exception {
    Printed applied =
        Printed.provisioning(List.of("apply", certificates("stranger", "mqtt", "true").toString()));
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    Path strangers = Files.createDirectory(directory.resolve("authoritiesfalse"));
    Path other = directory.resolve("authoritiestrue/other.pem");
    Printed another =
        Printed.provisioning(List.of("apply", certificates("other", "mqtt", "true").toString()));
    assertThat(another.code()).as(another.out() + another.err()).isZero();
    Files.copy(other, strangers.resolve("stranger.pem"));
    Path strange = certificates("stranger", "mqtt", "false");
    // With a registry at hand the run would look there, and not begin.
    Files.writeString(
        strange, Files.readString(strange).replaceAll("(?m)^  (mongodb|database): .*\\R", ""));
    try (CommandRun run =
        CommandRun.loadtest(
            List.of("run", strange.toString(), "--out=" + directory.resolve("strange")))) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err()).contains("MQTT adapter at", "devices.x509");
    }
  }

  @Test
  void anAdapterThatIsNotTrustedIsOneLine() throws Exception {
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "run",
                profile("untrusted", "").toString(),
                "--out=" + directory.resolve("untrusted")))) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(run.err())
          .contains("MQTT adapter at " + hono.endpoint("mqtt"), "target.trust")
          .doesNotContain("Exception");
    }
  }
}
