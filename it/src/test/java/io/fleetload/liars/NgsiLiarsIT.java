// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each lie of a broker has a figure with its count, and no run with one is passed. */
class NgsiLiarsIT {
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
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final int PERCENT_OF_DRAWS = 15;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      names = {
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
        "FEWER",
        "REPEATED"
      })
  void aLieOfEachKindIsCountedAndNamed(NgsiLie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  @Tag("drawn-lies")
  void eachLieIsCountedAndNamed(NgsiLie lie) throws Exception {
    isCountedAndNamed(lie, Draw.EACH_SEVENTH);
  }

  static LongStream seeds() {
    return Draw.seeds(PERCENT_OF_DRAWS);
  }

  /** What is drawn may be that no message is lied about; such a run has to pass. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("nightly")
  @Tag("drawn-lies")
  void aDrawnLieIsCountedAndNamed(long seed) throws Exception {
    Draw draw = Draw.of(seed);
    isCountedAndNamed(draw.of(NgsiLie.values()), draw);
  }

  private void isCountedAndNamed(NgsiLie lie, Draw draw) throws Exception {
    try (NgsiLiar broker = new NgsiLiar(lie, draw)) {
      LiarRun run =
          new LiarRun.Plan(PROFILE.formatted(broker.url()), directory)
              .run("flows.*.achieved >= 0%", "flows.*.failed == 0", "ledger.outOfOrder == 0");

      if (draw.equals(Draw.EACH_SEVENTH) && lie != NgsiLie.NONE) {
        assertThat(broker.told()).as("it lied").isPositive();
      }
      run.names(lie.figure(), broker.told(), 0, 0, lie + " of " + draw);
    }
  }
}
