// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.FreePort;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole load tests of a real broker of MQTT, which is killed in some of them. */
@Tag("nightly")
@Tag("further-packs")
class MqttIT {
  private static final String ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}";

  @TempDir private Path directory;

  private CommandRun run(String profile, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/mqtt/profiles", profile).toString()));
    arguments.add(ANY_HOST);
    arguments.add("--out=" + directory.resolve("results"));
    arguments.addAll(List.of(more));
    return CommandRun.loadtest(arguments);
  }

  private JsonNode result() throws Exception {
    JsonNode result =
        new ObjectMapper().readTree(directory.resolve("results/result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    return result;
  }

  /** What the profiles themselves say of failures and losses is judged; their times are not. */
  @ParameterizedTest
  @CsvSource({
    "request-response.yaml, request, 1000",
    "power-loss.yaml, will, 166",
    "sleepy-subscribers.yaml, reading, 500"
  })
  void whatItsProfilesShowHoldsOnTheEmbeddedBroker(String profile, String flow, int messages)
      throws Exception {
    try (CommandRun run =
        run(
            profile,
            "--set=phases.measure=10s",
            "--set=thresholds=[flows.*.failed == 0, ledger.lost == 0, flows.*.achieved >= 0%]")) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
    }
    assertThat(result().at("/flows/%s/ledger/delivered".formatted(flow)).asInt())
        .isBetween(messages - 1, messages + 1);
  }

  @Test
  void connectionsAloneAreJudgedToo() throws Exception {
    try (CommandRun run =
        run("connect.yaml", "--set=devices.count=200", "--set=phases.measure=2s")) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out()).contains("200 of 200 sessions connected");
    }
    assertThat(result().at("/devices/handshakes/succeeded").asInt()).isEqualTo(200);
  }

  /**
   * HiveMQ CE knows in memory alone which packet ids of QoS 2 it has, so a message of QoS 2 that is
   * sent again after its death may come twice.
   */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void eachMessageAroundTheDeathOfABrokerIsAccountedFor(boolean keeps) throws Exception {
    int port = FreePort.choose();
    List<String> broker = new ArrayList<>(List.of("--port=" + port, "--metrics-port=0"));
    if (keeps) {
      broker.add("--data=" + directory.resolve("data"));
    }
    long died;
    long back;
    try (CommandRun first = broker(broker);
        CommandRun run =
            run(
                "quickstart.yaml",
                "--set=target.broker=tcp://127.0.0.1:" + port,
                "--set=phases.measure=25s",
                "--set=subscribers.sessionExpiry=60s",
                "--set=devices.cleanStart=false",
                "--set=devices.sessionExpiry=60s")) {
      run.line(line -> line.startsWith("measure"));
      first.kill();
      died = System.currentTimeMillis();
      first.exit();
      try (CommandRun second = broker(broker)) {
        back = System.currentTimeMillis();
        run.exit();
        assertThat(second.handle().isAlive()).isTrue();
      }
      assertThat(run.out()).contains("outage: 100 sessions gone");
    }
    JsonNode result = result();
    for (String flow : List.of("reading", "alarm", "sample")) {
      JsonNode its = result.at("/flows/" + flow);
      JsonNode ledger = its.path("ledger");
      assertThat(ledger.path("unaccounted").asInt()).as(flow).isZero();
      long known = ledger.path("delivered").asLong() + ledger.path("lost").asLong();
      assertThat(known).as(flow).isEqualTo(its.path("ok").asLong());
      assertThat(ledger.path("deliveredUnconfirmed").asLong())
          .as(flow)
          .isLessThanOrEqualTo(its.path("failed").asLong());
    }
    assertThat(result.at("/flows/alarm/ledger/duplicate").asInt()).isZero();
    if (keeps) {
      assertThat(result.at("/flows/reading/ledger/lost").asInt()).isZero();
      assertThat(result.at("/flows/alarm/ledger/lost").asInt()).isZero();
    }
    assertThat(result.at("/devices/reconnects/outage/goneFor/min").asDouble())
        .isBetween(back - died - 500.0, back - died + 2_500.0);
    assertThat(result.at("/devices/reconnects/outage/notBack").asInt()).isZero();
  }

  private static CommandRun broker(List<String> arguments) throws Exception {
    CommandRun broker = CommandRun.jar("packs/mqtt/embedded/target/mqtt-embedded.jar", arguments);
    broker.line(line -> line.contains("\"event\":\"ready\""));
    return broker;
  }
}
