// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two groups of users, and flows of each. */
class SeveralGroupsTest {
  private static final String FLOWS =
      """
      target: { kind: external, url: "http://127.0.0.1:1", context: "http://c/context.jsonld" }
      phases: { measure: 10s }
      flows:
        create: { of: writers, rate: 7/s, request: "POST /ngsi-ld/v1/entities", body: "{}" }
        update: { after: { flow: create }, request: "GET /ngsi-ld/v1/entities/{{user}}" }
        query: { of: readers, rate: 3/s, request: "GET /ngsi-ld/v1/entities" }
        watch: { of: readers, closed: { users: 2 }, request: "GET /ngsi-ld/v1/types" }
      """;

  private static NgsiProfile profile(String devices) throws ProfileException {
    return Profiles.read("devices: " + devices + "\n" + FLOWS);
  }

  private static NgsiProfile profile() throws ProfileException {
    return profile("{ groups: { readers: { count: 5 }, writers: { count: 4, timeout: 3s } } }");
  }

  @Test
  void aFlowAndItsStepsHaveTheTimeoutOfTheirGroup() throws Exception {
    assertThat(new NgsiPack().describe(profile()).flows())
        .extracting(FlowSpec::timeoutNanos)
        .extracting(TimeUnit.NANOSECONDS::toSeconds)
        .containsExactly(3L, 3L, 10L, 10L);
    assertThat(profile().sessions()).isEqualTo(9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "query"})
  void shardsSendEachRequestOnceByTheUsersOfItsGroup(String flow) throws Exception {
    int messages = 1_000;
    NgsiProfile profile = profile();
    RoundRobin turns = profile.turns(flow);
    BitSet sent = new BitSet();
    for (int number = 1; number <= 3; number++) {
      ShardDevices own = ShardDevices.carried(profile.carriers(), new Shard(number, 3));
      for (long n = own.nextOwn(turns, 0); n < messages; n = own.nextOwn(turns, n + 1)) {
        assertThat(sent.get((int) n)).as("message %d of %s", n, flow).isFalse();
        sent.set((int) n);
        int user = turns.device((int) n);
        assertThat(own.has(user)).isTrue();
        assertThat(profile.group(flow).has(user)).isTrue();
      }
    }
    assertThat(sent.cardinality()).isEqualTo(messages);
  }

  @Test
  void theUsersOfAClosedFlowAreTheFirstOfItsGroup() throws Exception {
    RoundRobin turns = profile().turns("watch");

    assertThat(turns.device(0)).isZero();
    assertThat(turns.device(1)).isEqualTo(1);
    assertThat(turns.devices()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{ groups: { readers: { count: 5, connections: 2 }, writers: { count: 4 } } }; devices.groups.readers.connections",
        "{ connections: 3, groups: { readers: { count: 5, http: 2 }, writers: { count: 4 } } }; devices.groups.readers.http"
      })
  void whatUsersThatShareConnectionsHaveInCommonIsOfTheFleet(String devices, String key) {
    assertThatThrownBy(() -> profile(devices)).hasMessageContaining(key + ": write it at devices");
  }

  @Test
  void groupsOfUsersThatShareConnectionsMayHaveOtherTimeouts() throws Exception {
    NgsiProfile profile =
        profile(
            "{ connections: 3, groups: { readers: { count: 5 }, writers: { count: 4, timeout: 3s } } }");

    assertThat(profile.sessions()).isEqualTo(3);
    assertThat(profile.timeout("create").nanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void aStepIsOfTheUsersThatItFollows() {
    assertThatThrownBy(
            () ->
                Profiles.read(
                    "devices: { groups: { readers: { count: 5 }, writers: { count: 4 } } }\n"
                        + FLOWS.replace("{ after:", "{ of: readers, after:")))
        .hasMessageContaining("flows.update.of: is given together with after");
  }
}
