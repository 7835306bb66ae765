// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Whole load tests of fleets that are more than devices that connect once, against Hono itself. */
@Execution(CONCURRENT)
@ExtendWith(Hono.Shared.class)
class FleetIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");

  @TempDir private Path out;
  private final Hono hono;

  FleetIT(Hono hono) {
    this.hono = hono;
  }

  private JsonNode result(int exit, String... overrides) throws Exception {
    return result(exit, List.of(), overrides);
  }

  private JsonNode result(int exit, List<String> options, String... overrides) throws Exception {
    return result("quickstart.yaml", exit, options, overrides);
  }

  private JsonNode result(String profile, int exit, List<String> options, String... overrides)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("profiles", profile).toString()));
    arguments.addAll(hono.asTarget());
    // What is looked at here does not depend on how busy the machine is, or how warm the target.
    arguments.addAll(
        List.of(
            "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
            "--set=phases.ramp=1s", "--set=phases.warmUp=1s"));
    for (String override : overrides) {
      arguments.add("--set=" + override);
    }
    arguments.add("--out=" + out);
    arguments.addAll(options);
    try (CommandRun run = CommandRun.loadtest(arguments)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(
            result.at("/devices/reconnects").isMissingNode()
                || result.at("/devices/reconnects/outstanding").asLong() == 0)
        .isTrue();
    return result;
  }

  /** How much in time a shared build machine sends is not what these tests are about. */
  private static final String GOOD =
      "thresholds=[ledger.lost == 0, flows.*.failed == 0, flows.*.achieved >= 0%]";

  @Test
  void gatewaysSendForDevicesAndAnswerTheirCommands() throws Exception {
    JsonNode result = result("gateways.yaml", 0, List.of("--shards=2"), "phases.measure=8s", GOOD);

    assertThat(result.at("/devices/asked").asLong()).isEqualTo(6);
    assertThat(result.at("/devices/connected").asLong()).isEqualTo(6);
    assertAllOkAndAnswered(result);
    for (String flow : FLOWS) {
      assertThat(result.at("/flows/" + flow + "/ledger/delivered").asLong())
          .as(flow)
          .isEqualTo(160);
    }
  }

  /** Eight seconds of each flow. */
  private static void assertAllOkAndAnswered(JsonNode result) {
    for (String flow : FLOWS) {
      assertThat(result.at("/flows/" + flow + "/ok").asLong()).as(flow).isEqualTo(160);
    }
    assertThat(result.at("/commands/answersSeen").asLong()).isEqualTo(160);
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void largeBodiesOfGcmEncryptedDevicesArriveInBlocks() throws Exception {
    JsonNode result =
        result(
            0,
            "phases.measure=8s",
            "flows.telemetry.size=2048B",
            "flows.telemetry.confirmable=false",
            "flows.event.size=8KiB",
            "flows.commandQuery.size=2KiB",
            "devices.dtls={ciphers: [TLS_PSK_WITH_AES_128_GCM_SHA256]}",
            GOOD);

    assertAllOkAndAnswered(result);
    for (String flow : FLOWS) {
      assertThat(result.at("/flows/" + flow + "/ledger/duplicate").asLong()).as(flow).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void devicesOnCaliforniumDoAllThatTheOwnStackDoes() throws Exception {
    JsonNode result = result("smoke.yaml", 0, List.of(), "devices.stack=californium", GOOD);

    assertThat(result.at("/devices/connected").asLong()).isEqualTo(10);
    assertThat(result.at("/flows/telemetry/ok").asLong()).isEqualTo(100);
    assertThat(result.at("/commands/answersSeen").asLong()).isEqualTo(50);
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void churnAndAStormAreTold() throws Exception {
    JsonNode result =
        result(
            "life.yaml",
            0,
            List.of(),
            "phases.measure=12s",
            "devices.dtls={resumption: true, connectionId: true}",
            "devices.life={churn: 100%/min, storm: {at: 6s}}",
            "thresholds=[devices.reconnects.outstanding == 0, flows.*.achieved >= 0%,"
                + " flows.*.failed >= 0]");

    JsonNode devices = result.at("/devices");
    assertThat(devices.at("/reconnects/stormed").asLong()).isBetween(45L, 50L);
    assertThat(devices.at("/reconnects/churned").asLong()).isPositive();
    // Hono's adapter gives sessions no id to resume them by, and takes no connection id.
    assertThat(devices.at("/handshakes/resumed").asLong()).isZero();
    assertThat(devices.at("/handshakes/withConnectionId").asLong()).isZero();
    assertThat(devices.at("/handshakes/full").asLong())
        .isEqualTo(50 + devices.at("/reconnects/succeeded").asLong());
    assertThat(Files.readString(out.resolve("report.html"))).contains(">Connections<");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void honoHearsNothingFromAChangedPort() throws Exception {
    JsonNode result =
        result(
            0,
            "phases.measure=12s",
            "devices.timeout=4s",
            "devices.dtls={connectionId: true}",
            "devices.life={rebind: 100%/min}",
            "thresholds=[flows.*.achieved >= 0%, flows.*.failed >= 0]");

    JsonNode again = result.at("/devices/reconnects");
    assertThat(again.path("rebound").asLong()).isGreaterThan(9);
    assertThat(again.path("rebindLost").asLong()).isPositive();
    long timeouts = 0;
    for (JsonNode flow : result.path("flows")) {
      timeouts += flow.at("/failedBy/transport.timeout").asLong();
      timeouts += flow.at("/warmUp/failedBy/transport.timeout").asLong();
    }
    assertThat(timeouts).isGreaterThanOrEqualTo(again.path("rebindLost").asLong());
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void severalTenantsAreServedByTheirWeights() throws Exception {
    JsonNode result =
        result(
            "tenants.yaml",
            0,
            List.of(),
            "phases.measure=8s",
            "tenant=null",
            "thresholds=[flows.*.achieved >= 0%, tenants.*.flows.*.failed == 0,"
                + " tenants.quiet.flows.telemetry.sent == 48,"
                + " {that: tenants.*.flows.*.failed == 0, every: 2s, abort: true},"
                + " tenants.quiet.flows.telemetry.response.p99 < 60s every 2s]");

    assertThat(result.at("/commands/answersSeen").asLong()).isEqualTo(192);
    assertTenant(result, "loud", 36, 144);
    assertTenant(result, "quiet", 12, 48);
    // Four windows of each: 2 tenants with 4 flows failed nothing in any, and one has percentiles.
    List<JsonNode> windows = result.path("thresholds").findValues("windows");
    assertThat(windows).hasSize(2 * 4 + 1);
    assertThat(windows).allMatch(each -> each.path("judged").asInt() == 4);
    assertThat(windows).allMatch(each -> each.path("crossed").asInt() == 0);
    assertThat(Files.readString(out.resolve("report.html"))).contains(">Tenants<");
  }

  /** A message counts as delivered only in a topic of its device's own tenant. */
  private static void assertTenant(JsonNode result, String id, long devices, long messages) {
    JsonNode tenant = result.at("/tenants/" + id);
    assertThat(tenant.path("devices").asLong()).isEqualTo(devices);
    assertThat(tenant.path("connected").asLong()).isEqualTo(devices);
    for (String name : FLOWS) {
      JsonNode flow = tenant.at("/flows/" + name);
      for (String count : List.of("sent", "ok", "delivered")) {
        assertThat(flow.path(count).asLong()).as(id + " " + name).isEqualTo(messages);
      }
      for (String count : List.of("failed", "lost", "duplicate")) {
        assertThat(flow.path(count).asLong()).as(id + " " + name).isZero();
      }
      assertThat(flow.at("/response/count").asLong()).isEqualTo(messages);
      assertThat(flow.at("/response/p99").asDouble()).isPositive();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void groupsSendTheirOwnMessagesAndThoseThatSleepSendNone() throws Exception {
    JsonNode result =
        result(
            "building.yaml",
            0,
            List.of(),
            "devices.count=60",
            "phases.warmUp=4s",
            "devices.groups.thermostats.life.sleepy={share: 100%, awake: 2s, asleep: 4s}",
            "phases.measure=8s",
            GOOD);

    assertGroup(result, "sensors", 36);
    assertGroup(result, "doors", 6);
    assertGroup(result, "thermostats", 18);
    assertThat(result.at("/flows/temperature/ok").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/temperature/ledger/delivered").asLong());
    for (String flow : List.of("valve", "setPoint")) {
      JsonNode sleepy = result.at("/flows/" + flow);
      assertThat(sleepy.at("/notSentBy/asleep").asLong())
          .as(flow)
          .isEqualTo(sleepy.at("/scheduled").asLong() - sleepy.at("/sent").asLong());
    }
    assertThat(result.at("/flows/valve/notSent").asLong()).isPositive();
    for (String flow : List.of("temperature", "presence", "door")) {
      assertThat(result.at("/flows/" + flow + "/notSent").asLong()).as(flow).isZero();
    }
  }

  private static void assertGroup(JsonNode result, String group, int devices) {
    assertThat(result.at("/groups/" + group + "/connected").asInt()).as(group).isEqualTo(devices);
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aFlowOfWhichNothingIsDueYetIsNoFault() throws Exception {
    JsonNode result =
        result(
            "smart-meters.yaml",
            0,
            List.of(),
            "devices.groups.meters.count=300",
            "phases.warmUp=4s",
            "devices.groups.concentrators.life.churn=100%/min",
            "phases.measure=12s",
            GOOD);

    assertGroup(result, "meters", 300);
    assertGroup(result, "concentrators", 30);
    assertThat(result.at("/flows/tamper/scheduled").asLong()).isZero();
    assertThat(result.at("/flows/reading/ok").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/reading/ledger/delivered").asLong());
    assertThat(result.at("/commands/answersSeen").asLong())
        .isPositive()
        .isEqualTo(result.at("/flows/fetch/sent").asLong());
    assertThat(result.at("/groups/concentrators/reconnects/churned").asLong()).isPositive();
    assertThat(result.at("/groups/meters/reconnects/churned").asLong()).isZero();
  }

  @Test
  void moreChurnThanTheFleetIsOneLine() {
    Printed refused =
        Printed.loadtest(
            List.of(
                "run",
                Home.path("profiles", "quickstart.yaml").toString(),
                "--set=devices.life.churn=101%/min"));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("--set: devices.life.churn: found \"101%/min\"")
        .contains("100%/min");
  }
}
