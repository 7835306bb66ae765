// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that are disturbed on purpose: what is really done to them, and what the result says. */
class DisturbanceIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      """
      generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100% }
      thresholds:
        - flows.*.achieved >= 0%
        - flows.*.failed >= 0
        - devices.notConnected >= 0
        - flows.*.notSent >= 0
        - flows.*.unsettled >= 0
        - ledger.deliveredUnconfirmed >= 0
        - ledger.outOfOrder >= 0
        - ledger.duplicate >= 0
      """;

  /** Commands are under way when a part goes away. */
  private static final String WITH_COMMANDS =
      """
        - commands.missed >= 0
        - commands.answersLost >= 0
        - commands.deliveredUnconfirmed >= 0
      """;

  @TempDir private Path directory;
  private Path out;

  private CommandRun run(String profile) throws Exception {
    out = directory.resolve("out");
    Path file =
        Files.writeString(
            directory.resolve("profile.yaml"),
            profile + ON_ANY_HOST + (profile.contains("commandQuery") ? WITH_COMMANDS : ""));
    return CommandRun.loadtest(List.of("run", file.toString(), "--out=" + out));
  }

  private JsonNode result() throws Exception {
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  private static String hono(int measure, String disturb) {
    return """
    run: { name: disturbed }
    target: { kind: embedded }
    tenant: { id: disturbed }
    devices: { count: 20, timeout: 3s, reconnectAfter: 3s, psk: { derivedFrom: one } }
    phases: { connect: { rate: 50/s }, warmUp: 4s, measure: %ss, drain: 20s }
    flows:
      telemetry: { rate: 20/s }
      commandQuery: { rate: 10/s, ttd: 3s }
    disturb: [%s]
    """
        .formatted(measure, disturb);
  }

  @Test
  void anAdapterThatIsRestartedAndARegistryThatIsAwayHaveTheirFigures() throws Exception {
    try (CommandRun run =
        run(
            hono(
                50,
                "{ at: 5s, part: adapter, do: restart }, { at: 32s, part: registry, do: stop, for: 8s }"))) {
      int code = run.exit();
      JsonNode adapter = result().at("/disturb/adapter");
      JsonNode registry = result().at("/disturb/registry");

      assertThat(adapter.path("worked").asBoolean()).as(run.out() + run.err()).isTrue();
      assertThat(adapter.path("place").asText()).isEqualTo("embedded");
      // A restart takes every session of the adapter.
      assertThat(adapter.path("devicesOut").asInt()).isEqualTo(20);
      assertThat(adapter.path("notBack").asInt()).isZero();
      assertThat(adapter.path("back").asDouble()).isBetween(100.0, 27_000.0);
      assertThat(adapter.path("failed").asInt()).isPositive();
      assertThat(adapter.at("/failedBy/transport.timeout").asInt()).isPositive();
      assertThat(adapter.path("lost").asInt()).isZero();

      assertThat(registry.path("worked").asBoolean()).isTrue();
      assertThat(registry.path("endedEpochMs").asLong() - registry.path("beganEpochMs").asLong())
          .isGreaterThanOrEqualTo(8_000);
      assertThat(registry.path("lost").asInt()).isZero();
      assertThat(run.out())
          .contains("disturb.adapter: adapter: restart", "20 devices out", "disturb.registry");
      assertThat(out.resolve("report.html")).content().contains("Disturbances");
      assertThat(code).as(run.out() + run.err()).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void everyPartOfTheEmbeddedHonoComesBack() throws Exception {
    try (CommandRun run =
        run(
            hono(
                130,
                "{ at: 5s, part: router, do: restart }, { at: 45s, part: infinispan, do: restart },"
                    + " { at: 85s, part: kafka, do: restart }"))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      for (String part : List.of("router", "infinispan", "kafka")) {
        JsonNode done = result().path("disturb").path(part);
        assertThat(done.path("worked").asBoolean()).as(part).isTrue();
        assertThat(done.path("recovered").isNumber()).as(part + " " + done).isTrue();
        assertThat(done.path("lost").asInt()).as(part).isZero();
      }
    }
  }

  private static String echo(String disturb) {
    return """
    pack: echo
    run: { name: disturbed }
    devices: { count: 5 }
    phases: { measure: 10s, drain: 10s }
    flows:
      echo: { rate: 20/s }
    disturb: [%s]
    """
        .formatted(disturb);
  }

  @Test
  void aCommandThatSaysThatItRestartedAndDidNotShowsThatNoDeviceWasOut() throws Exception {
    try (CommandRun run = run(echo("{ at: 3s, run: [echo, restarted], name: liar }"))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();

      JsonNode liar = result().at("/disturb/liar");
      assertThat(liar.path("worked").asBoolean()).isTrue();
      assertThat(liar.path("exitCode").asInt(-1)).isZero();
      assertThat(liar.path("devicesOut").asInt(-1)).isZero();
      assertThat(liar.path("failed").asInt(-1)).isZero();
      assertThat(run.out()).contains("no device was out; messages: 0 failed");
      assertThat(out.resolve("logs").resolve("disturb.log")).hasContent("restarted");
    }
  }

  @Test
  void aDisturbanceThatWasNotDoneIsAVerdictOfItsOwn() throws Exception {
    try (CommandRun run = run(echo("{ at: 3s, run: [sh, -c, exit 7], name: broken }"))) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);

      assertThat(result().at("/verdict/status").asText()).isEqualTo("not-disturbed");
      assertThat(result().at("/disturb/broken/exitCode").asInt()).isEqualTo(7);
      assertThat(run.out()).contains("disturb.broken was not done: sh ended with 7");
    }
  }
}
