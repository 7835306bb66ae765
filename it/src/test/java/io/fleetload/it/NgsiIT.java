// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against the embedded NGSI broker, a sound one and faulty ones. */
class NgsiIT {
  /** What is looked at here does not depend on how busy the machine is. */
  private static final String ON_ANY_HOST =
      "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers:"
          + " 100%}";

  private static final String SHORT = "--set=phases={measure: 30s, drain: 20s}";
  private static final String TEN_USERS = "--set=flows.create.closed={users: 10, iterations: 5}";

  @TempDir private Path out;
  private int runs;

  private CommandRun started(Path directory, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", Home.path("packs/ngsi/profiles", "quickstart.yaml").toString()));
    arguments.addAll(List.of(ON_ANY_HOST, SHORT, TEN_USERS, "--out=" + directory));
    arguments.addAll(List.of(more));
    return CommandRun.loadtest(arguments);
  }

  private JsonNode result(int exit, String... more) throws Exception {
    Path directory = out.resolve("run-" + runs++);
    try (CommandRun run = started(directory, more)) {
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
    }
    JsonNode result = new ObjectMapper().readTree(directory.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    return result;
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void everyStepOfEveryUserIsSentAndEveryChangeIsNotified() throws Exception {
    JsonNode result = result(0);

    assertThat(result.at("/flows/create/ok").asLong()).isEqualTo(50);
    assertThat(result.at("/flows/update/ok").asLong()).isEqualTo(500);
    assertThat(result.at("/flows/delete/ok").asLong()).isEqualTo(50);
    assertThat(result.at("/flows/query/ok").asLong()).isEqualTo(600);
    assertThat(result.at("/flows/update/ledger/delivered").asLong()).isEqualTo(500);
    assertThat(result.at("/flows/update/ledger/lost").asLong()).isZero();
    assertThat(result.at("/flows/update/ledger/outOfOrder").asLong()).isZero();
    assertThat(result.at("/versions/target").asText()).contains("embedded", "stand-in");
  }

  @Test
  void notificationsThatTheBrokerLosesAndRepeatsAreInTheLedger() throws Exception {
    JsonNode result =
        result(1, "--set=target.faults={loseNotifications: 20%, repeatNotifications: 20%}");

    JsonNode update = result.at("/flows/update");
    assertThat(update.at("/ok").asLong()).isEqualTo(500);
    long lost = update.at("/ledger/lost").asLong();
    assertThat(lost).isBetween(50L, 150L);
    assertThat(update.at("/ledger/delivered").asLong()).isEqualTo(500 - lost);
    assertThat(update.at("/ledger/duplicate").asLong()).isPositive();
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aQueryThatFindsNothingIsAFailureWithACauseOfItsOwn() throws Exception {
    JsonNode query = result(1, "--set=target.faults={emptyQueries: 50%}").at("/flows/query");

    assertThat(query.at("/failed").asLong()).isBetween(200L, 400L);
    assertThat(query.at("/failedBy/protocol.answer.empty").asLong())
        .isEqualTo(query.at("/failed").asLong());
  }

  @Test
  @Tag("nightly")
  @Tag("further-packs")
  void aSignalEndsTheWaitForABrokerThatIsBehind() throws Exception {
    Path directory = out.resolve("signalled");
    try (CommandRun run =
        started(
            directory,
            "--set=phases={measure: 5s, drain: 20s}",
            "--set=receiver.catchUp=5m",
            "--set=target.faults={delayNotifications: 9s}")) {
      run.line(line -> line.startsWith("measure"));
      ProcessHandle devices = run.child("device-simulator");
      assertThat(devices.info().commandLine())
          .hasValueSatisfying(
              seen -> assertThat(seen).as("what ps shows").doesNotContain("catchUp"));
      devices.onExit().get(1, TimeUnit.MINUTES);
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
    }
    JsonNode result = new ObjectMapper().readTree(directory.resolve("result.json").toFile());
    assertThat(result.at("/verdict/status").asText()).isEqualTo("interrupted");
    assertThat(result.path("ledger").isMissingNode()).isTrue();
  }
}
