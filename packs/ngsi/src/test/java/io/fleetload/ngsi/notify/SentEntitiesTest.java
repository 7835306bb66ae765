// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Flaw;
import io.fleetload.driver.RunClock;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compared of a notified entity, and what no comparison can be made of. */
class SentEntitiesTest {
  private static final RunId RUN = new RunId(0x1f00a);
  private static final Map<String, Object> SENT = Map.of("level", 12.0, "open", true, "is", "n12");

  private static NgsiProfile profile(String more) {
    return Profiles.of(
        "url: \"http://127.0.0.1:1\"",
        """
          make:
            rate: 1/s
            request: "POST /ngsi-ld/v1/entities"
            body: '{ "owner": { "type": "Property", "value": "x" } }'
          change:
            after: { flow: make, times: 5 }
            request: "POST /ngsi-ld/v1/entities/urn:s:{{user}}-{{iteration}}/attrs"
            body: '{ "level": { "value": "{{n}}" }, "open": { "value": true },
                     "is": { "object": "n{{n}}" }, "owner": { "value": "x" },
                     "when": { "value": "{{epochMillis}}" }, "list": { "value": [1] },
                     "date": { "value": "2026-01-01T00:00:00Z" },
                     "senttime": { "value": "{{stamp}}" } }'
            notified: true
          many:
            rate: 1/s
            request: "POST /ngsi-ld/v1/entityOperations/upsert"
            body: '{ "id": "urn:m:{{index}}", "level": { "value": "{{index + 10}}" },
                     "senttime": { "value": "{{stamp}}" } }'
            batch: 3
            notified: true
          saved:
            after: { flow: make }
            request: "POST {{location}}/attrs"
            body: '{ "level": { "value": 1 }, "senttime": { "value": "{{stamp}}" } }'
            notified: true
          first:
            rate: 1/s
            request: "POST /ngsi-ld/v1/entities"
            body: '{}'
            save: { location: Location }
        subscriptions:
          - { type: a, stamp: senttime }
          - { type: a, id: "urn:s:{{n}}-2", count: 3, each: 2, stamp: senttime, attributes: [senttime] }
        """
            + more);
  }

  private static Set<Flaw> flaws(
      int group, int number, String flow, int index, String id, Map<String, Object> values)
      throws Exception {
    NgsiProfile profile = profile("");
    Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, 1, 12, 1, 1);
    return new SentEntities(profile, new WatchedEntities(profile, RUN, RunClock.system()))
        .flaws(group, number, stamp, index, id, values);
  }

  @Test
  void anEntityAsItWasWrittenHasNoFlaw() throws Exception {
    assertThat(flaws(0, 0, "change", 0, "urn:s:1-2", SENT)).isEmpty();
    assertThat(flaws(0, 0, "many", 2, "urn:m:2", Map.of("level", 12.0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"urn:s:0-2", "urn:s:1-1", ""})
  void anotherEntityIsMisdelivered(String id) throws Exception {
    assertThat(flaws(0, 0, "change", 0, id, SENT)).containsExactly(Flaw.MISDELIVERED);
  }

  @Test
  void anotherEntityOfABatchIsMisdelivered() throws Exception {
    assertThat(flaws(0, 0, "many", 2, "urn:m:1", Map.of("level", 12.0)))
        .containsExactly(Flaw.MISDELIVERED);
  }

  @Test
  void anotherSubscriptionsEndpointIsMisdelivered() throws Exception {
    assertThat(flaws(1, 2, "change", 0, "urn:s:1-2", Map.of())).isEmpty();
    assertThat(flaws(1, 3, "change", 0, "urn:s:1-2", Map.of())).isEmpty();
    assertThat(flaws(1, 4, "change", 0, "urn:s:1-2", Map.of())).containsExactly(Flaw.MISDELIVERED);
  }

  @Test
  void anotherValueIsAlteredAndSoIsALackingOne() throws Exception {
    assertThat(flaws(0, 0, "many", 2, "urn:m:2", Map.of("level", 12.5)))
        .containsExactly(Flaw.ALTERED);
    assertThat(flaws(0, 0, "many", 2, "urn:m:2", Map.of())).containsExactly(Flaw.ALTERED);
    assertThat(
            flaws(
                0, 0, "change", 0, "urn:s:1-2", Map.of("level", 12.0, "open", false, "is", "n12")))
        .containsExactly(Flaw.ALTERED);
  }

  @Test
  void whatCannotBeMadeAgainIsNotCompared() throws Exception {
    assertThat(flaws(0, 0, "saved", 0, "urn:any", Map.of("level", 1.0))).isEmpty();
    NgsiProfile profile = profile("");
    assertThat(
            new SentEntities(profile, new WatchedEntities(profile, RUN, RunClock.system()))
                .compared())
        .as("owner is changed without a stamp")
        .doesNotContain("owner", "senttime", "list", "date");
  }
}
