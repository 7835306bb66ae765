// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each lie of a JT/T 808 platform has a figure with its count, and no run with one is passed. */
class Jt808LiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          LOST                    location /ledger/lost
          LOST_OF_ONE_TERMINAL    location /ledger/lost
          TWICE                   location /ledger/duplicate
          REORDERED               location /ledger/outOfOrder
          OTHER_TERMINAL          location /ledger/lost
          UNKNOWN_PHONE           location /ledger/foreign
          MOVED_NORTH             location /ledger/lost
          OTHER_PERIOD            location /ledger/altered
          OTHER_FLOW              location /ledger/lost
          INVENTED                location /ledger/invented
          OTHER_RUN               location /ledger/foreign
          WITHOUT_STAMP           location /ledger/unstamped
          UNCONFIRMED             location /ledger/deliveredUnconfirmed
          CONFIRMED_AS_ANOTHER    location /ledger/deliveredUnconfirmed
          CONFIRMED_TWICE         location /devices/unexpectedAnswers
          REFUSED_AND_PUBLISHED   location /ledger/deliveredUnconfirmed
          SESSION_REFUSED         -        /devices/notConnected
          NOT_STORED              location /ledger/store/lost
          STORED_TWICE            location /ledger/store/storedTwice
          STORED_ELSEWHERE        location /ledger/store/lost
          STORED_MOVED            location /ledger/store/lost
          ROW_INVENTED            location /ledger/store/invented
          ROWS_READ_CUT           -        /ledger/store/lost
          ROWS_READ_TWICE         -        /ledger/store/storedTwice
          COMMAND_TWICE           command  /commands/duplicate
          COMMAND_ELSEWHERE       command  /commands/misdelivered
          COMMAND_LOST            command  /commands/missed
          COMMAND_ALTERED         command  /commands/altered
          COMMAND_SHOWN_ELSEWHERE command  /commands/altered
          COMMAND_GONE            command  /commands/deliveredUnconfirmed
          COMMAND_UNANSWERED      command  /commands/writeUnknown
          REPLY_LOST              command  /commands/answersLost
          REPLY_TWICE             command  /ledger/duplicate
          REPLY_OF_ANOTHER        command  /commands/answersLost
          REPLY_ALTERED           command  /ledger/altered
          REPLY_TO_ANOTHER        command  /commands/answersLost
          """);

  private static final String PROFILE =
      """
      pack: jt808
      run: { name: liar }
      target: { server: "%s", nats: "%s", store: "%s", commands: terminal.command }
      devices: { count: 10, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 1s }
      flows:
        location: { rate: 140/s }
        alert: { rate: 70/s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final List<Lie> OF_EACH_KIND =
      Lie.named(
          LIES,
          "NONE",
          "LOST",
          "TWICE",
          "OTHER_TERMINAL",
          "OTHER_PERIOD",
          "INVENTED",
          "OTHER_RUN",
          "UNCONFIRMED",
          "CONFIRMED_TWICE",
          "SESSION_REFUSED",
          "NOT_STORED",
          "COMMAND_ELSEWHERE",
          "COMMAND_ALTERED",
          "REPLY_ALTERED");

  private static final int PERCENT_OF_DRAWS = 15;

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
    try (Jt808Liar platform = new Jt808Liar(lie, draw)) {
      String profile = PROFILE.formatted(platform.server(), platform.nats(), platform.store());
      LiarRun run =
          new LiarRun.Plan(profile, directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");

      // A message may be on its way when the run ends, and so may a command without an outcome yet.
      boolean ofCommands = lie.isOf("command") && !draw.equals(Draw.EACH_SEVENTH);
      long open = ofCommands ? run.count("/flows/alert/unsettled") : 0;
      boolean atLeast = lie.isOf("location") && lie.figure().endsWith("/deliveredUnconfirmed");
      run.names(lie, draw, platform.told(), open, atLeast ? Integer.MAX_VALUE : open);
    }
  }
}
