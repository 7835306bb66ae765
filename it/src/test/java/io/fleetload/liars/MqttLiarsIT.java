// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Printed;
import io.fleetload.results.format.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;

/** Each lie of a broker of MQTT has a figure with its count, and no run with one is passed. */
class MqttLiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          LOST                         one  /ledger/lost
          LOST_OF_QOS_0                zero /ledger/lost
          LOST_OF_QOS_2                two  /ledger/lost
          LOST_AT_ONE                  one  /ledger/lost
          DROPPED                      one  /ledger/lost
          TWICE                        one  /ledger/duplicate
          TWICE_OF_QOS_0               zero /ledger/duplicate
          TWICE_OF_QOS_2               two  /ledger/duplicate
          TO_BOTH_OF_GROUP             one  /ledger/duplicate
          REORDERED                    one  /ledger/outOfOrder
          ALTERED                      one  /ledger/altered
          TIME_ALTERED                 tiny /ledger/altered
          TIME_OF_TEXT_ALTERED         one  /ledger/altered
          OTHER_TOPIC                  one  /ledger/misdelivered
          TO_OTHER_OF_SPLIT            one  /ledger/misdelivered
          INVENTED                     one  /ledger/invented
          OTHER_RUN                    one  /ledger/foreign
          WITHOUT_STAMP                one  /ledger/unstamped
          AT_LOWER_QOS                 one  /ledger/misdelivered
          UNACKNOWLEDGED_OF_ONE_CLIENT one  /ledger/deliveredUnconfirmed
          CUT                          one  /flows/one/failed
          QUOTA_AND_HANDED_ON          one  /ledger/deliveredUnconfirmed
          NOT_COMPLETED                two  /ledger/deliveredUnconfirmed
          UNKNOWN_ID                   one  /devices/unexpectedAnswers
          ACKNOWLEDGED_TWICE           one  /devices/unexpectedAnswers
          TO_ITS_DEVICE                one  /devices/unexpectedAnswers
          SESSION_REFUSED              -    /devices/notConnected
          RESPONSE_LOST                response /flows/ask/failed
          RESPONSE_TWICE               response /devices/unexpectedAnswers
          RESPONSE_ALTERED             response /flows/ask/failed
          RESPONSE_OTHER_CORRELATION   response /flows/ask/failed
          RESPONSE_TO_OTHER_DEVICE     response /devices/unexpectedAnswers
          COMMAND_LOST                 get  /flows/get/failed
          COMMAND_TWICE                get  /devices/unexpectedAnswers
          COMMAND_ALTERED              get  /flows/get/failed
          COMMAND_TO_OTHER_DEVICE      get  /devices/unexpectedAnswers
          WILL_LOST                    last /ledger/lost
          WILL_TWICE                   last /ledger/duplicate
          WILL_ALTERED                 last /ledger/altered
          """);

  private static final String HEAD =
      """
      pack: mqtt
      run: { name: liar }
      target: { broker: "%s" }
      subscribers: { count: 2, receives: %s }
      devices: { count: 10, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 1s }
      thresholds: [flows.*.achieved >= 0%%]
      flows:
      """;

  private static final String PROFILE =
      HEAD
          + """
        one: { kind: publish, rate: 140/s }
        zero: { kind: publish, rate: 70/s, qos: 0 }
        two: { kind: publish, rate: 70/s, qos: 2 }
        tiny: { kind: publish, rate: 70/s, size: 40B }
      """;

  /** What comes to devices, and wills. */
  private static final String COMING =
      HEAD
          + """
        ask: { kind: request, rate: 140/s }
        get: { kind: receive, rate: 140/s }
        last: { kind: will, rate: 35/s }
      """;

  private static final List<Lie> OF_EACH_KIND =
      Lie.named(
          LIES,
          "NONE",
          "LOST",
          "TWICE_OF_QOS_2",
          "TO_BOTH_OF_GROUP",
          "REORDERED",
          "ALTERED",
          "TIME_ALTERED",
          "OTHER_TOPIC",
          "TO_OTHER_OF_SPLIT",
          "INVENTED",
          "AT_LOWER_QOS",
          "UNACKNOWLEDGED_OF_ONE_CLIENT",
          "CUT",
          "TO_ITS_DEVICE",
          "SESSION_REFUSED",
          "RESPONSE_LOST",
          "RESPONSE_OTHER_CORRELATION",
          "COMMAND_TO_OTHER_DEVICE",
          "WILL_LOST");

  private static final int PERCENT_OF_DRAWS = 10;

  static List<Lie> ofEachKind() {
    return OF_EACH_KIND;
  }

  static List<Lie> others() {
    return Lie.others(LIES, OF_EACH_KIND);
  }

  static Stream<Arguments> drawn() {
    return Draw.drawn(PERCENT_OF_DRAWS, LIES);
  }

  @Override
  void isCountedAndNamed(Lie lie, Draw draw) throws Exception {
    try (MqttLiar broker = new MqttLiar(lie, draw)) {
      LiarRun run =
          new LiarRun.Plan(profile(lie).formatted(broker.url(), receives(lie)), directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
      boolean atLeast = lie.is("CUT") || lie.figure().endsWith("/deliveredUnconfirmed");
      run.names(lie, draw, broker.told(), 0, atLeast ? Integer.MAX_VALUE : 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"last, 140", "ask|get, 35"})
  void theTruthOfWhatComesToDevicesPasses(String leftOut, int delivered) throws Exception {
    try (MqttLiar broker = new MqttLiar(new Lie("NONE", "-", "-"), Draw.EACH_SEVENTH)) {
      LiarRun run =
          new LiarRun.Plan(without(leftOut).formatted(broker.url(), "every"), directory)
              .run("flows.*.achieved >= 0%");
      assertThat(run.result().verdict().code()).as(run::toString).isEqualTo(ExitCode.PASSED);
      assertThat(run.count("/ledger/delivered")).as(run::toString).isEqualTo(delivered);
    }
  }

  /** A group's members work side by side (5:4.8.2), so no threshold is crossed. */
  @Test
  void aSharedGroupHasNoOrder() throws Exception {
    LiarRun run = run("REORDERED", "share");
    assertThat(run.result().verdict().code()).as(run::toString).isEqualTo(ExitCode.PASSED);
  }

  @Test
  @Tag("nightly")
  @Tag("drawn-lies")
  void aDelayIsInTheTimesEndToEnd() throws Exception {
    LiarRun run = run("DELAYED", "every", "flows.one.endToEnd.p99 < 300ms");
    assertThat(run.result().verdict().code())
        .as(run::toString)
        .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(run.result().verdict().reasons())
        .as(run::toString)
        .singleElement()
        .asString()
        .contains("flows.one.endToEnd.p99");
    assertThat(run.count("/ledger/lost")).as(run::toString).isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("drawn-lies")
  void whatTheBrokerSaysOfAFullQueueIsSaidBesideWhatIsLost() throws Exception {
    LiarRun run = run("DROPPED", "every");
    assertThat(run.count("/ledger/lost")).as(run::toString).isPositive();
    assertThat(run.printed())
        .contains(
            "queue limit: by its own count the broker dropped %d messages of full queues"
                .formatted(run.count("/ledger/lost")));
  }

  @Test
  @Tag("nightly")
  @Tag("drawn-lies")
  void releasesWithoutEndAreSaid() throws Exception {
    LiarRun run = run("RELEASED_AGAIN", "every");
    assertThat(run.printed()).contains("packets that nothing of theirs was waiting for");
    assertThat(run.count("/ledger/delivered")).isEqualTo(350);
  }

  private LiarRun run(String lie, String receives, String... thresholds) throws Exception {
    String subject = lie.equals("RELEASED_AGAIN") ? "two" : "one";
    try (MqttLiar broker = new MqttLiar(new Lie(lie, subject, "-"), Draw.EACH_SEVENTH)) {
      String[] all = Arrays.copyOf(thresholds, thresholds.length + 1);
      all[thresholds.length] = "flows.*.achieved >= 0%";
      String profile = PROFILE.formatted(broker.url(), receives);
      return new LiarRun.Plan(profile, directory).onOneHost().run(all);
    }
  }

  /** Without what was asked for, what is lost would say nothing of the broker. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QOS_NOT_GRANTED | write 0 for subscribers.qos: the broker grants subscriber",
        "SUBSCRIPTION_REFUSED | does not let subscriber",
      })
  void aSubscriptionThatIsNotAsAskedEndsTheRunBeforeItBegins(String lie, String line)
      throws Exception {
    Printed printed = subscribe(lie, PROFILE);
    assertThat(printed.code()).as(printed::toString).isEqualTo(ExitCode.TARGET_NOT_READY.code());
    assertThat(printed.out() + printed.err()).contains(line);
  }

  @Test
  @Tag("nightly")
  @Tag("drawn-lies")
  void aLowerQosIsGoodForFlowsThatHaveNoHigherOne() throws Exception {
    Printed printed =
        subscribe("QOS_NOT_GRANTED", PROFILE.replaceAll("(?m)^ +(one|two|tiny):.*\\R", ""));
    assertThat(printed.out()).contains("\"event\":\"ready\"");
  }

  private Printed subscribe(String lie, String profile) throws Exception {
    try (MqttLiar broker = new MqttLiar(new Lie(lie, "-", "-"), Draw.EACH_SEVENTH)) {
      Path file = directory.resolve("profile.yaml");
      Files.writeString(file, profile.formatted(broker.url(), "every"));
      return Printed.backend(
          List.of(
              file.toString(),
              "--json",
              "--out=" + directory.resolve("results"),
              "--run-id=1dea",
              "--until-stdin-closes"),
          Runnable::run);
    }
  }

  private static String profile(Lie lie) {
    if (lie.isOf("last")) {
      return without("ask|get");
    }
    return lie.isOf("response") || lie.isOf("get") ? without("last") : PROFILE;
  }

  /** A loss of power ends what is under way, so it is looked at alone. */
  private static String without(String flows) {
    return COMING.replaceAll("(?m)^ +(%s):.*\\R".formatted(flows), "");
  }

  private static String receives(Lie lie) {
    return lie.is("TO_BOTH_OF_GROUP") ? "share" : lie.is("TO_OTHER_OF_SPLIT") ? "split" : "every";
  }
}
