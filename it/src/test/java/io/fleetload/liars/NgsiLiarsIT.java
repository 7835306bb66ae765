// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aLieIsCountedAndNamed(NgsiLie lie) throws Exception {
    try (NgsiLiar broker = new NgsiLiar(lie)) {
      LiarRun run =
          new LiarRun.Plan(PROFILE.formatted(broker.url()), directory)
              .run("flows.*.achieved >= 0%", "flows.*.failed == 0", "ledger.outOfOrder == 0");

      if (lie == NgsiLie.NONE) {
        assertThat(run.result().verdict().code()).as("%s", run).isEqualTo(ExitCode.PASSED);
        return;
      }
      assertThat(broker.told()).as("it lied").isPositive();
      assertThat(run.result().verdict().code())
          .as("%s", run)
          .isEqualTo(ExitCode.THRESHOLDS_CROSSED);
      assertThat(run.count(lie.figure())).as("%s", run).isEqualTo(broker.told());
    }
  }
}
