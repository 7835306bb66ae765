// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of vehicle terminals against the embedded server, a sound one and faulty ones. */
class Jt808IT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers:"
          + " 100%}";

  private static final String SHORT =
      "--set=phases={connect: {rate: 200/s}, ramp: 0s, warmUp: 1s, measure: 5s, drain: 20s}";

  @TempDir private Path out;

  private JsonNode result(int exit, String profile, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/jt808/profiles", profile).toString()));
    arguments.add(ON_ANY_HOST);
    arguments.add("--out=" + out);
    arguments.addAll(List.of(more));
    try (CommandRun run = CommandRun.loadtest(arguments)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
    }
    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    return result;
  }

  @Test
  void everyLocationIsConfirmedPublishedAndStoredAndEveryAlertAnsweredByTwoShards()
      throws Exception {
    JsonNode result =
        result(
            0,
            "quickstart.yaml",
            SHORT,
            "--shards=2",
            "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]",
            "--set=devices.sticky=split");

    JsonNode location = result.at("/flows/location");
    assertThat(location.at("/ok").asLong())
        .isEqualTo(500)
        .isEqualTo(location.at("/ledger/delivered").asLong())
        .isEqualTo(location.at("/ledger/store/stored").asLong());
    assertThat(result.at("/commands/queriesReceived").asLong())
        .isEqualTo(25)
        .isEqualTo(result.at("/commands/answersSeen").asLong());
    assertThat(result.at("/flows/heartbeat/ok").asLong()).isEqualTo(50);
    assertThat(out.resolve("jt808-tables.md"))
        .content()
        .contains("| 200 | 200 | 0 | 0 |", "| 500 | 500 | 500 | 500 | 500 | 100 % | 100.0/s |");
    String target = result.at("/versions/target").asText();
    assertThat(target).startsWith("embedded JT/T 808 server with ").endsWith(" and QuestDB");
    List<String> processes = new ArrayList<>(List.of("jt808-server"));
    if (target.contains("nats-server")) {
      processes.add("nats-server");
    }
    for (String each : processes) {
      assertThat(out.resolve("jt808-tables.md"))
          .content()
          .containsPattern("\\| " + each + " \\| \\d+\\.\\d \\| \\d+\\.\\d \\|");
    }
    assertThat(result.at("/target/parts/included")).hasSameSizeAs(processes);
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aServerThatRunsAlreadyIsNamedByWhatItsPartsSay() throws Exception {
    try (CommandRun server =
        CommandRun.jar(
            "packs/jt808/embedded/target/jt808-embedded.jar", List.of("--nats", "stand-in"))) {
      JsonNode at = new ObjectMapper().readTree(server.line(each -> each.contains("ready")));
      JsonNode result =
          result(
              0,
              "quickstart.yaml",
              SHORT,
              "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]",
              "--set=devices.register=once",
              "--set=target={commands: terminal.command, server: '%s', nats: '%s', store: '%s'}"
                  .formatted(
                      at.at("/server").asText(),
                      at.at("/nats").asText(),
                      at.at("/store").asText()));

      assertThat(result.at("/versions/target").asText())
          .isEqualTo("JT/T 808 server with a stand-in for NATS and QuestDB");
      assertThat(result.at("/flows/location/ledger/store/stored").asLong()).isEqualTo(500);
    }
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void carsAndTrucksHaveADayOfRushHours() throws Exception {
    JsonNode result =
        result(
            0,
            "vehicles.yaml",
            SHORT,
            "--set=devices.count=100",
            "--set=flows.car.day.lasts=5s",
            "--set=flows.truck.day.lasts=5s",
            "--set=flows.truck.every=2s",
            "--set=flows.panic.every=20s",
            "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]");

    assertThat(result.at("/groups/cars/connected").asInt()).isEqualTo(80);
    assertThat(result.at("/groups/trucks/connected").asInt()).isEqualTo(20);
    for (String flow : List.of("car", "truck")) {
      JsonNode location = result.at("/flows/" + flow);
      assertThat(location.at("/ok").asLong())
          .as(flow)
          .isPositive()
          .isEqualTo(location.at("/ledger/delivered").asLong())
          .isEqualTo(location.at("/ledger/store/stored").asLong());
    }
    assertThat(result.at("/flows/panic/sent").asLong())
        .isPositive()
        .isEqualTo(result.at("/commands/answersSeen").asLong());
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void whatAFaultyServerDoesIsFoundToTheMessage() throws Exception {
    JsonNode result =
        result(
            1,
            "quickstart.yaml",
            "--set=phases={connect: {rate: 200/s}, measure: 6s, drain: 20s}",
            "--set=flows={location: {rate: 500/s}}",
            "--set=devices.timeout=3s",
            "--set=target.embedded={acknowledgeWithoutPublishing: 97, wrongResult: 151, silent:"
                + " 199, cut: 991}");

    JsonNode location = result.at("/flows/location");
    assertThat(location.at("/sent").asLong()).isPositive();
    // Of 3,000, every 97th is acknowledged and goes no further.
    assertThat(location.at("/ledger/lost").asLong()).isBetween(25L, 31L);
    assertThat(location.at("/ledger/store/lost").asLong())
        .isEqualTo(location.at("/ledger/lost").asLong());
    assertThat(location.at("/ledger/store/receivedNotStored").asLong()).isZero();
    assertThat(location.at("/failedBy").toString())
        .contains("protocol.result.1", "protocol.result.2", "transport.timeout");
    assertThat(result.at("/devices/reconnects/succeeded").asLong())
        .as(result.at("/devices").toString())
        .isPositive();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void whatAFullSaverDropsIsMissingInTheThirdColumnAlone() throws Exception {
    JsonNode result =
        result(
            1,
            "storage.yaml",
            "--set=devices.count=200",
            "--set=flows.location={rate: 4000/s, limit: 60}",
            "--set=target.embedded.saverQueue=5");

    JsonNode ledger = result.at("/flows/location/ledger");
    assertThat(ledger.at("/delivered").asLong()).isEqualTo(12_000);
    assertThat(ledger.at("/lost").asLong()).isZero();
    assertThat(ledger.at("/store/receivedNotStored").asLong())
        .isPositive()
        .isEqualTo(12_000 - ledger.at("/store/stored").asLong());
    assertThat(result.at("/worstDevices").toString()).contains("138000");
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void connectionsAreHeldWithHeartbeatsAlone() throws Exception {
    JsonNode result =
        result(
            0,
            "connections.yaml",
            "--set=devices.count=600",
            "--set=phases={connect: {rate: 1000/s}, measure: 4s, drain: 15s}",
            "--set=flows.heartbeat.every=2s",
            "--set=thresholds=[flows.*.failed == 0, flows.*.achieved >= 0%]",
            "--shards=3");

    assertThat(result.at("/devices/connected").asLong()).isEqualTo(600);
    assertThat(result.at("/flows/heartbeat/ok").asLong()).isEqualTo(1_200);
    assertThat(out.resolve("backend-book.json")).doesNotExist();
  }
}
