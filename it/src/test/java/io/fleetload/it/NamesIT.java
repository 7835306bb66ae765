// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Names of devices and tenants: each works in Hono, message by message and command by command, or
 * {@code validate} refuses it and names the rule.
 */
@ExtendWith(Hono.Shared.class)
class NamesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Uses of a name: of the sessions by a protocol, or of devices behind a gateway. */
  private enum Use {
    COAP,
    MQTT,
    HTTP,
    X509,
    BEHIND_COAP,
    BEHIND_MQTT,
    BEHIND_HTTP;

    boolean isBehind() {
      return name().startsWith("BEHIND_");
    }

    String protocol() {
      return this == X509 ? "coap" : name().replace("BEHIND_", "").toLowerCase(Locale.ROOT);
    }
  }

  private static final Set<Use> EACH = EnumSet.allOf(Use.class);
  private static final Set<Use> NONE = EnumSet.noneOf(Use.class);
  private static final Set<Use> KEYS = EnumSet.of(Use.COAP, Use.MQTT, Use.HTTP);
  private static final Set<Use> SESSIONS = EnumSet.range(Use.COAP, Use.X509);
  private static final Set<Use> HTTP = EnumSet.of(Use.HTTP);
  private static final Set<Use> TOPICS = EnumSet.of(Use.BEHIND_MQTT);

  /**
   * The names of devices.
   *
   * @param id with {index}
   * @param refused the uses in which it is refused; it works in all others
   * @param rule words of the refusal; empty if no use is refused
   */
  private record Identity(String id, Set<Use> refused, String rule) {}

  private static final List<Identity> DEVICES =
      List.of(
          new Identity("device-{index}", NONE, ""),
          new Identity("{index}", NONE, ""),
          new Identity("serial=a_b.c-{index}", NONE, ""),
          new Identity("urn:dev:ops:{index}", HTTP, "RFC 7617"),
          new Identity("plant/line/{index}/pump", TOPICS, "level of an MQTT topic"),
          new Identity("plant//{index}", TOPICS, "level of an MQTT topic"),
          new Identity("../up-{index}", TOPICS, "level of an MQTT topic"),
          new Identity("a+b-{index}", TOPICS, "MQTT-3.3.2-2"),
          new Identity("a#b-{index}", TOPICS, "MQTT-3.3.2-2"),
          new Identity("z\u00e4hler-{index}", NONE, ""),
          new Identity("e\u0301tage-{index}", NONE, ""),
          new Identity("\u8ba1\u91cf\u8868-{index}", NONE, ""),
          new Identity("\u05de\u05d5\u05e0\u05d4-{index}", NONE, ""),
          new Identity("\ud83d\ude80-{index}", NONE, ""),
          new Identity("no\u200djoin-{index}", NONE, ""),
          new Identity("a%2Fb-{index}", NONE, ""),
          new Identity("100%-{index}", NONE, ""),
          new Identity("a b-{index}", NONE, ""),
          new Identity("a\u00a0b-{index}", NONE, ""),
          new Identity(" a-{index}", SESSIONS, "RFC 2253"),
          new Identity("{index}-a ", SESSIONS, "RFC 2253"),
          new Identity("mail@host-{index}", KEYS, "auth-id at the first"),
          new Identity("a,b-{index}", KEYS, "CSV"),
          new Identity("say \"a\"-{index}", KEYS, "CSV"),
          new Identity("it's-{index}", NONE, ""),
          new Identity("c:\\dev-{index}", HTTP, "RFC 7617"),
          new Identity("back\\slash-{index}", NONE, ""),
          new Identity("a?b=c&d-{index}", NONE, ""),
          new Identity("a;b<c>-{index}", NONE, ""),
          new Identity("$SYS-{index}", NONE, ""),
          new Identity("~!*(a)'[b]^`-{index}", NONE, ""),
          new Identity("l".repeat(248) + "{index}", NONE, ""),
          new Identity("l".repeat(249) + "{index}", EACH, "RFC 7252, section 5.10"),
          new Identity("a|b-{index}", EACH, "leave out |"),
          new Identity("a{b-{index}", EACH, "{index}"),
          new Identity("device", EACH, "{index}"),
          new Identity("a\u0000b-{index}", EACH, "control character"),
          new Identity("a\nb-{index}", EACH, "control character"),
          new Identity("a\tb-{index}", EACH, "control character"),
          new Identity("a\u0378b-{index}", EACH, "control character"));

  /** Ids of tenants with the key and the words of their refusal; no words where they work. */
  private static final List<List<String>> TENANTS =
      List.of(
          List.of("A.b-c_9", "tenants[0].id", ""),
          List.of("t".repeat(120), "tenants[0].id", ""),
          List.of("t".repeat(121), "tenants[0].id", "120 at most, as in names of files"),
          List.of("a=b", "tenants[0].id", "names of Kafka's topics"),
          List.of("a/b", "tenants[0].id", "names of Kafka's topics"),
          List.of("a+b", "tenants[0].id", "names of Kafka's topics"),
          List.of("a%20b", "tenants[0].id", "names of Kafka's topics"),
          List.of("mandant-\u00e4", "tenants[0].id", "names of Kafka's topics"),
          List.of("second_tenant", "tenants[1].id", "Kafka refuses topics as alike"));

  @TempDir private Path directory;

  private final Hono hono;

  NamesIT(Hono hono) {
    this.hono = hono;
  }

  private static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private String profile(String tenants, String devices) {
    return """
    run: { name: names }
    target:
      kind: external
      coap: %s
      mqtt: %s
      http: %s
      kafka: %s
      mongodb: %s
      database: %s
    %s
    %s
    phases: { measure: 4s, drain: 20s }
    flows:
      reading: { kind: telemetry, every: 1s }
      alarm: { kind: event, every: 2s }
      ask: { kind: commandQuery, every: 2s, ttd: 5s }
    generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
    thresholds: [flows.*.achieved >= 0%%]
    """
        .formatted(
            hono.endpoint("coap"),
            hono.endpoint("mqtt"),
            hono.endpoint("httpAdapter"),
            hono.endpoint("kafka"),
            hono.endpoint("mongodb"),
            hono.endpoint("database"),
            tenants,
            devices);
  }

  private String oneTenant(String id, String devices) {
    return profile("tenant: { id: " + id + " }", devices);
  }

  /** A fleet of a group for each name. */
  private String fleet(Use use, List<String> ids) {
    StringBuilder devices =
        new StringBuilder("devices:\n  timeout: 5s\n  protocol: " + use.protocol() + "\n");
    devices.append(
        use == Use.X509
            ? "  stack: californium\n  x509: { directory: '%s', trust: '%s' }\n"
                .formatted(directory.resolve("authorities"), hono.endpoint("coapCertificate"))
            : "  psk: { derivedFrom: one }\n");
    devices.append("  groups:\n");
    for (int i = 0; i < ids.size(); i++) {
      devices.append("    g%d: { count: 1, id: %s }\n".formatted(i, quoted(ids.get(i))));
    }
    if (use.isBehind()) {
      String id = "gw /+#z\u00e4hler=%25-{index}";
      devices.append("gateways: { count: %d, id: %s }\n".formatted(3, quoted(id)));
    }
    return devices.toString();
  }

  private Path written(String profile) throws IOException {
    return Files.writeString(directory.resolve("profile.yaml"), profile);
  }

  private void refused(String profile, String key, String words) throws IOException {
    Printed validated = Printed.loadtest(List.of("validate", written(profile).toString()));

    assertThat(validated.code()).as(validated.out()).isEqualTo(2);
    assertThat(validated.err()).contains(": " + key + ": ").contains(words);
  }

  /** Runs a profile; each device sends 4 readings, 2 alarms, and 2 queries and their answers. */
  private void everyMessageArrives(String profile, int devices) throws Exception {
    Path out = Files.createTempDirectory(directory, "out");
    try (CommandRun run =
        CommandRun.loadtest(List.of("run", written(profile).toString(), "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }

    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    for (String flow : List.of("reading", "alarm", "ask")) {
      int due = (flow.equals("reading") ? 4 : 2) * devices;
      JsonNode counts = result.path("flows").path(flow);
      assertThat(counts.path("ok").asInt()).as(flow).isEqualTo(due);
      assertThat(counts.at("/ledger/delivered").asInt()).as(flow).isEqualTo(due);
    }
    assertThat(result.at("/commands/queriesReceived").asInt()).isEqualTo(2 * devices);
    assertThat(result.at("/commands/answersSeen").asInt()).isEqualTo(2 * devices);
    for (String figure : List.of("lost", "duplicate", "misdelivered", "altered", "unaccounted")) {
      assertThat(result.at("/ledger/" + figure).asInt()).as(figure).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Use.class)
  void eachNameThatIsNotRefusedHasItsMessagesAndCommands(Use use) throws Exception {
    List<String> ids =
        DEVICES.stream().filter(each -> !each.refused().contains(use)).map(Identity::id).toList();
    String tenant = "names-" + use.name().toLowerCase(Locale.ROOT);

    everyMessageArrives(oneTenant(tenant, fleet(use, ids)), ids.size());
  }

  static Stream<Identity> refused() {
    return DEVICES.stream().filter(each -> !each.refused().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void eachOtherIsRefusedByTheRule(Identity identity) throws IOException {
    for (Use use : identity.refused()) {
      String fleet = fleet(use, List.of(identity.id()));
      refused(oneTenant("names", fleet), "devices.groups.g0.id", identity.rule());
    }
  }

  @Test
  void eachTenantWorksOrIsRefusedByTheRule() throws Exception {
    for (List<String> each : TENANTS) {
      if (!each.get(2).isEmpty()) {
        refused(ofTenant(each.get(0)), each.get(1), each.get(2));
      }
    }
    for (List<String> each : TENANTS) {
      if (each.get(2).isEmpty()) {
        everyMessageArrives(ofTenant(each.get(0)), 2);
      }
    }
  }

  private String ofTenant(String id) {
    return profile(
        "tenants: [{ id: %s }, { id: %s }]".formatted(quoted(id), quoted("second.tenant")),
        "devices: { count: 2, timeout: 5s, psk: { derivedFrom: one } }");
  }

  @Test
  void aNoteNamesTheSettingsOfHonoThatSuchNamesNeed() throws IOException {
    String fleet = fleet(Use.MQTT, List.of("plant/{index}"));
    Printed validated =
        Printed.loadtest(List.of("validate", written(oneTenant("names", fleet)).toString()));

    assertThat(validated.code()).as(validated.err()).isZero();
    assertThat(validated.out())
        .contains("HONO_REGISTRY_HTTP_DEVICEIDPATTERN", "HONO_REGISTRY_SVC_USERNAMEPATTERN")
        .contains("devices.groups.g0.id", "\"plant/0\"");
  }
}
