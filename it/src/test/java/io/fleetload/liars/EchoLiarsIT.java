// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each lie of the echo server has a figure with its count, and no run with one is passed. */
class EchoLiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          LOST              echo /ledger/lost
          TWICE             echo /ledger/duplicate
          REORDERED         echo /ledger/outOfOrder
          OTHER_DEVICE      echo /ledger/misdelivered
          CUT               echo /ledger/altered
          OTHER_PERIOD      echo /ledger/altered
          OTHER_FLOW        echo /ledger/lost
          INVENTED          echo /ledger/invented
          OTHER_RUN         echo /ledger/foreign
          WITHOUT_STAMP     echo /ledger/unstamped
          UNCONFIRMED       echo /ledger/deliveredUnconfirmed
          CONFIRMED_TWICE   echo /devices/unexpectedAnswers
          CONFIRMED_UNSENT  echo /devices/unexpectedAnswers
          SESSION_REFUSED   -    /devices/notConnected
          NOT_STORED        echo /ledger/store/lost
          STORED_TWICE      echo /ledger/store/storedTwice
          STORED_ELSEWHERE  echo /ledger/store/misdelivered
          STORED_ALTERED    echo /ledger/store/altered
          ROW_INVENTED      echo /ledger/store/invented
          COMMAND_TWICE     ask  /commands/duplicate
          COMMAND_ELSEWHERE ask  /commands/misdelivered
          COMMAND_LOST      ask  /commands/missed
          COMMAND_ALTERED   ask  /commands/altered
          COMMAND_GONE      ask  /commands/deliveredUnconfirmed
          """);

  private static final String PROFILE =
      """
      pack: echo
      run: { name: liar }
      target: { server: "%s" }
      store: %s
      devices: { count: %s, timeout: 1s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 2s }
      flows:
        echo: { rate: %s/s }
        ask: { rate: %s/s }
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 70;

  static List<Lie> ofEachKind() {
    return LIES;
  }

  static List<Lie> others() {
    return Lie.others(LIES, LIES);
  }

  static Stream<Arguments> drawn() {
    return Draw.drawn(PERCENT_OF_DRAWS, LIES);
  }

  @Override
  void isCountedAndNamed(Lie lie, Draw draw) throws Exception {
    boolean store = draw.store() || lie.figure().startsWith("/ledger/store/");
    try (EchoLiar server = new EchoLiar(lie, draw)) {
      String profile =
          PROFILE.formatted(server.address(), store, draw.devices(), draw.rate(), draw.rate() / 2);
      LiarRun run =
          new LiarRun.Plan(profile, directory)
              .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
      // A message may be on its way when the run ends, and so may a command without an outcome yet.
      long more = lie.is("UNCONFIRMED") ? Integer.MAX_VALUE : 0;
      boolean open = lie.isOf("ask") && !draw.equals(Draw.EACH_SEVENTH);
      long fewer = open ? run.count("/flows/ask/unsettled") : 0;
      run.names(lie, draw, server.told(), fewer, more);
    }
  }
}
