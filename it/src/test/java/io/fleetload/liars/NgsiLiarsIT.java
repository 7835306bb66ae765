// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each lie of a broker has a figure with its count, and no run with one is passed. */
class NgsiLiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          LOST               update   /ledger/lost
          LOST_OF_ONE_ENTITY update   /ledger/lost
          CUT                update   /ledger/lost
          OTHER_FLOW         update   /ledger/lost
          TWICE              update   /ledger/duplicate
          REORDERED          update   /ledger/outOfOrder
          OTHER_ENTITY       update   /ledger/misdelivered
          OTHER_SUBSCRIPTION update   /ledger/misdelivered
          OTHER_VALUE        update   /ledger/altered
          WITHOUT_VALUE      update   /ledger/altered
          OTHER_PERIOD       update   /ledger/altered
          INVENTED           update   /ledger/invented
          OTHER_RUN          update   /ledger/foreign
          WITHOUT_STAMP      update   /ledger/unstamped
          UNCONFIRMED        update   /ledger/deliveredUnconfirmed
          CONFIRMED_TWICE    update   /devices/unexpectedAnswers
          REFUSED            update   /flows/update/failedBy/protocol.http.503
          EMPTY              query    /flows/query/failedBy/protocol.answer.empty
          FEWER              query    /flows/query/failedBy/protocol.answer.fewer
          MORE               query    /flows/query/failedBy/protocol.answer.more
          REPEATED           query    /flows/query/failedBy/protocol.answer.repeated
          OTHER_TYPE         query    /flows/query/failedBy/protocol.answer.otherType
          UNREADABLE         query    /flows/query/failedBy/protocol.answer.unreadable
          ANOTHER_ENTITY     retrieve /flows/retrieve/failedBy/protocol.answer.otherEntity
          """);

  private static final String PROFILE =
      """
      pack: ngsi
      run: { name: liar }
      target: { kind: external, url: "%s" }
      context: { send: none }
      subscriptions:
        - { type: store, id: "urn:ngsi-ld:store:fl-{{n}}", count: 10, stamp: senttime }
      devices: { count: 10, timeout: 5s }
      phases: { ramp: 0s, warmUp: 500ms, measure: 1s, drain: 5s }
      flows:
        update:
          rate: 70/s
          request: "POST /ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-{{user}}/attrs"
          body: '{ "temperature": { "type": "Property", "value": "{{n}}" },
                   "senttime": { "type": "Property", "value": "{{stamp}}" } }'
          notified: true
        query:
          rate: 35/s
          request: "GET /ngsi-ld/v1/entities?type=shelf&limit=100&mark={{stamp}}"
          expect: { foundExactly: 10 }
        retrieve:
          rate: 35/s
          request: "GET /ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-{{user}}?mark={{stamp}}"
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final List<Lie> OF_EACH_KIND =
      Lie.named(
          LIES,
          "NONE",
          "LOST",
          "TWICE",
          "OTHER_ENTITY",
          "OTHER_SUBSCRIPTION",
          "OTHER_VALUE",
          "INVENTED",
          "OTHER_RUN",
          "UNCONFIRMED",
          "CONFIRMED_TWICE",
          "REFUSED",
          "EMPTY",
          "OTHER_TYPE",
          "ANOTHER_ENTITY");

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
    try (NgsiLiar broker = new NgsiLiar(lie, draw)) {
      LiarRun run =
          new LiarRun.Plan(PROFILE.formatted(broker.url()), directory)
              .run("flows.*.achieved >= 0%", "flows.*.failed == 0", "ledger.outOfOrder == 0");

      run.names(lie, draw, broker.told(), 0, 0);
    }
  }
}
