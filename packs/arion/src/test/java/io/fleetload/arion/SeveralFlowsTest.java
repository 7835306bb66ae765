// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.rule.RequestBodies;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two groups of clients, and several flows of one kind. */
class SeveralFlowsTest {
  private static final ArionProfile PROFILE =
      Profiles.of(
          """
          target: { server: "127.0.0.1:1" }
          rules: { count: 30, groups: 2 }
          devices:
            timeout: 4s
            connections: 3
            groups: { readers: { count: 5 }, writers: { count: 4, timeout: 2s } }
          watchers: { grpc: 2 }
          phases: { measure: 10s }
          flows:
            scan: { kind: read, of: readers, rate: 10/s, keys: 3, window: 4 }
            read: { of: readers, rate: 5/s }
            write: { of: writers, rate: 3/s, readBack: true }
            update: { kind: write, of: writers, rate: 7/s, readBack: true }
            load: { kind: watch, of: readers, rate: 1/s }
            tail: { kind: stream, of: writers, rate: 1/s, requests: 6 }
          """);

  private static final List<FlowSpec> SPECS = new ArionPack().describe(PROFILE).flows();

  private static FlowSpec spec(String name) {
    return SPECS.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void eachFlowHasTheKeysOfItsOwnAndTheTimeoutOfItsGroup() {
    assertThat(SPECS)
        .extracting(FlowSpec::name)
        .containsExactly(
            "scan", "read", "write", "readBack", "update", "updateReadBack", "load", "tail");
    assertThat(SPECS)
        .extracting(each -> TimeUnit.NANOSECONDS.toSeconds(each.timeoutNanos()))
        .containsExactly(4L, 4L, 2L, 2L, 2L, 2L, 4L, 2L);
    assertThat(spec("scan").window()).isEqualTo(4);
    assertThat(spec("read").window()).isEqualTo(1);
    assertThat(spec("load").responses()).isEqualTo(15);
    assertThat(spec("tail").responses()).isEqualTo(6);
    assertThat(spec("updateReadBack").answers()).isEqualTo("update");
    assertThat(spec("update").receivers()).isEqualTo(2);
  }

  private static String text(String flow, Stamp stamp) {
    byte[] body = RequestBodies.of(flow, PROFILE).of("client", stamp);
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  @Test
  void theBodyOfAMessageIsOfItsFlow() {
    Stamp stamp = new Stamp(new RunId(1), "scan", Period.MEASURED, 0, 2, 0, 0);

    assertThat(text("read", stamp)).contains("10.0.0.3").doesNotContain("10.0.0.7");
    assertThat(text("scan", stamp)).contains("10.0.0.7", "10.0.0.8", "10.0.0.9");
    assertThat(text("load", stamp)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scan", "read", "write", "update", "load", "tail"})
  void shardsSendEachMessageOnceByTheClientsOfItsGroup(String flow) {
    int messages = 1_000;
    RoundRobin turns = PROFILE.turns(flow);
    BitSet sent = new BitSet();
    for (int number = 1; number <= 3; number++) {
      ShardDevices own = ShardDevices.carried(PROFILE.carriers(), new Shard(number, 3));
      for (long n = own.nextOwn(turns, 0); n < messages; n = own.nextOwn(turns, n + 1)) {
        assertThat(sent.get((int) n)).as("message %d of %s", n, flow).isFalse();
        sent.set((int) n);
        int client = turns.device((int) n);
        assertThat(own.has(client)).isTrue();
        assertThat(PROFILE.group(flow).has(client)).isTrue();
      }
    }
    assertThat(sent.cardinality()).isEqualTo(messages);
  }
}
