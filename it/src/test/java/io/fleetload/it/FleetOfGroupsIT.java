// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.MessageSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fleet of two groups and three flows, two of them of one kind, in each pack: the ledger is exact
 * by group and flow, and three shards send what one process sends.
 */
class FleetOfGroupsIT {
  private static final String ON_ANY_HOST =
      """
      generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100% }
      phases: { warmUp: 1s, measure: 4s, drain: 15s }
      thresholds: [flows.*.failed >= 0, flows.*.achieved >= 0%, ledger.lost == 0]
      run: { name: groups }
      """;

  /** What differs from pack to pack; each has a group of 17 devices and one of 4. */
  private static final Map<String, String> PROFILES =
      Map.of(
          "echo",
          """
          devices: { groups: { many: { count: 17, id: 'm-{index}' }, few: { count: 4 } } }
          flows:
            reading: { kind: echo, of: many, every: 500ms }
            alarm:   { kind: echo, of: few, rate: 10/s, arrivals: poisson, window: 3 }
            fetch:   { kind: ask, of: few, every: 500ms }
          """,
          "hono",
          """
          target: { kind: embedded, services: { requestTimeout: 10s, flowLatency: 10s } }
          tenant: { id: groups }
          devices:
            timeout: 5s
            psk: { derivedFrom: one }
            groups:
              many: { count: 17, id: 'm-{index}', psk: { derivedFrom: another } }
              few: { count: 4, dtls: { connectionId: true } }
          flows:
            reading: { kind: telemetry, of: many, every: 500ms }
            bulk:    { kind: telemetry, of: few, rate: 10/s, arrivals: random, payload: binary, size: 40B }
            fetch:   { kind: commandQuery, of: few, every: 1s, ttd: 5s }
          """,
          "jt808",
          """
          devices: { groups: { many: { count: 17 }, few: { count: 4, version2019: 100% } } }
          flows:
            track:    { kind: location, of: many, every: 500ms }
            location: { of: few, rate: 10/s }
            panic:    { kind: alert, of: few, every: 1s, command: text }
          """,
          "ngsi",
          """
          subscriptions:
            - { type: room, watch: [temperature], attributes: [temperature, senttime], stamp: senttime }
          setUp:
            - request: "POST /ngsi-ld/v1/entityOperations/create"
              batch: 21
              body: '{ "id": "urn:ngsi-ld:room:fl-{{index}}", "type": "room" }'
          tearDown: [{ type: room, ids: "urn:ngsi-ld:room:fl-" }]
          devices: { groups: { many: { count: 17 }, few: { count: 4 } } }
          flows:
            update:
              of: many
              every: 500ms
              request: "POST /ngsi-ld/v1/entities/urn:ngsi-ld:room:fl-{{user}}/attrs"
              body: '{ "temperature": { "type": "Property", "value": "{{n}}" },
                       "senttime": { "type": "Property", "value": "{{stamp}}" } }'
              expect: { status: 204 }
              notified: true
            correct:
              of: few
              rate: 10/s
              request: "POST /ngsi-ld/v1/entities/urn:ngsi-ld:room:fl-{{user}}/attrs"
              body: '{ "temperature": { "type": "Property", "value": "{{n}}" },
                       "senttime": { "type": "Property", "value": "{{stamp}}" } }'
              expect: { status: 204 }
              notified: true
            read: { of: few, every: 500ms, request: "GET /ngsi-ld/v1/entities/urn:ngsi-ld:room:fl-{{user}}" }
          """,
          "arion",
          """
          rules: { count: 2000 }
          watchers: { grpc: 2, hazelcast: 0 }
          devices: { connections: 3, groups: { many: { count: 17 }, few: { count: 4 } } }
          flows:
            lookup: { kind: read, of: many, every: 500ms }
            sweep:  { kind: read, of: few, rate: 10/s, keys: 3 }
            change: { kind: write, of: few, every: 500ms }
          """);

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void theLedgerIsExactByGroupAndFlowAlsoInShards() throws Exception {
    check("echo");
  }

  @ParameterizedTest
  @Tag("nightly")
  @Tag("further-packs")
  @ValueSource(strings = {"hono", "jt808", "ngsi", "arion"})
  void theLedgerIsExactInEachPack(String pack) throws Exception {
    check(pack);
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void theLedgerIsExactWhereGroupsSpeakMqttAndHttp() throws Exception {
    check(
        "hono",
        PROFILES
            .get("hono")
            .replace("many: { count: 17,", "many: { count: 17, protocol: mqtt,")
            .replace("dtls: { connectionId: true }", "protocol: http"));
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void theLedgerIsExactByTenantWhereGroupsAreOfTenants() throws Exception {
    String ofTenants =
        PROFILES
            .get("hono")
            .replace("tenant: { id: groups }", "tenants: [ { id: ofmany }, { id: offew } ]")
            .replace("many: { count: 17,", "many: { count: 17, tenant: ofmany,")
            .replace("few: { count: 4,", "few: { count: 4, tenant: offew,");
    check("hono", ofTenants);
    for (String of : List.of("whole", "shards")) {
      JsonNode result = JSON.readTree(directory.resolve(of).resolve("result.json").toFile());
      for (String group : List.of("many", "few")) {
        JsonNode tenant = result.path("tenants").path("of" + group);
        assertThat(tenant.path("devices")).isEqualTo(result.at("/groups/" + group + "/devices"));
        assertThat(tenant.path("connected"))
            .isEqualTo(result.at("/groups/" + group + "/connected"));
        for (String count : List.of("scheduled", "sent", "ok")) {
          long sum = 0;
          for (JsonNode flow : tenant.path("flows")) {
            sum += flow.path(count).asLong();
          }
          assertThat(sum)
              .as("%s of %s, %s", count, group, of)
              .isEqualTo(result.at("/groups/" + group + "/messages/" + count).asLong());
        }
        for (JsonNode flow : tenant.path("flows")) {
          assertThat(flow.path("lost").asLong()).isZero();
          assertThat(flow.path("delivered")).isEqualTo(flow.path("ok"));
        }
      }
    }
  }

  private void check(String pack) throws Exception {
    check(pack, PROFILES.get(pack));
  }

  private void check(String pack, String fleet) throws Exception {
    Path profile =
        Files.writeString(
            directory.resolve("groups.yaml"), "pack: " + pack + "\n" + ON_ANY_HOST + fleet);
    JsonNode whole = run(profile, "whole");
    JsonNode shards = run(profile, "shards", "--shards=3");

    assertThatItIsExact(whole);
    assertThatItIsExact(shards);
    assertThat(scheduled(shards)).as("what is due").isEqualTo(scheduled(whole));
    assertThatNoNumberIsTwice();
  }

  private JsonNode run(Path profile, String name, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run", profile.toString()));
    arguments.add("--out=" + directory.resolve(name));
    arguments.addAll(List.of(more));
    try (CommandRun run = CommandRun.loadtest(arguments, Map.of())) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }
    JsonNode result = JSON.readTree(directory.resolve(name).resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  private static void assertThatItIsExact(JsonNode result) {
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(result.at("/ledger/lost").asLong()).isZero();
    assertThat(result.at("/ledger/duplicate").asLong()).isZero();
    assertThat(result.at("/ledger/misdelivered").asLong()).isZero();
    assertThat(result.at("/ledger/altered").asLong()).isZero();
    assertThat(result.at("/ledger/unstamped").asLong()).isZero();
    // Sessions that several groups share are of none of them.
    if (result.at("/groups/many").has("connected")) {
      assertThat(
              result.at("/groups/many/connected").asLong()
                  + result.at("/groups/few/connected").asLong())
          .isEqualTo(result.at("/devices/connected").asLong());
    }
    for (String count : List.of("scheduled", "sent", "ok")) {
      long flows = 0;
      for (JsonNode flow : result.path("flows")) {
        flows += flow.path(count).asLong();
      }
      assertThat(result.at("/groups/many/messages/" + count).asLong()).as(count).isPositive();
      assertThat(result.at("/groups/few/messages/" + count).asLong()).as(count).isPositive();
      assertThat(
              result.at("/groups/many/messages/" + count).asLong()
                  + result.at("/groups/few/messages/" + count).asLong())
          .as(count)
          .isEqualTo(flows);
    }
  }

  /** Due messages of the flows that have a schedule. */
  private static Map<String, Long> scheduled(JsonNode result) {
    Map<String, Long> scheduled = new TreeMap<>();
    result
        .path("flows")
        .properties()
        .forEach(each -> scheduled.put(each.getKey(), each.getValue().path("scheduled").asLong()));
    return scheduled;
  }

  private void assertThatNoNumberIsTwice() throws Exception {
    Map<String, MessageSet> sent = new TreeMap<>();
    for (int shard = 1; shard <= 3; shard++) {
      Path book = directory.resolve("shards").resolve("shard-" + shard).resolve(DeviceBook.FILE);
      ResultFiles.read(book, DeviceBook.class)
          .flows()
          .forEach(
              (name, flow) -> {
                MessageSet before = sent.computeIfAbsent(name, each -> new MessageSet());
                assertThat(before.common(flow.sent())).as(name).isZero();
                before.addAll(flow.sent());
              });
    }
  }
}
