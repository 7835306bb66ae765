// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What forbids to write is found before anything is written. */
class RefusalsTest {
  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private OneRun external() {
    return new OneRun(registry.uri())
        .with("target.kind=external")
        .with("target.coap=127.0.0.1:5684")
        .with("target.kafka=127.0.0.1:9092")
        .with("devices.psk.derivedFrom=own");
  }

  @Test
  void aDatabaseWithoutARegistryIsRefusedAndTheRightOneIsNamed() {
    assertThat(new OneRun(registry.uri()).apply()).isZero();
    OneRun run = external().with("target.database=prod");

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .startsWith(registry.place().replace("/hono", "/prod") + " ")
        .contains("target.database", "--new-registry");
    run.holds("a database without a registry");
    assertThat(run.run(each -> each.plan(false))).isEqualTo(3);
    assertThat(registry.collections("prod")).isEmpty();
    assertThat(run.run(each -> each.apply(true))).isZero();
  }

  @Test
  void oldDuplicatesThatForbidAnIndexAreNamed() {
    for (String id : List.of("6b0089fbd1462e2771c6bf32", "6b0089fbd1462e2771c6bf33")) {
      registry
          .collection("devices")
          .insertOne(
              new Document("_id", id).append("tenant-id", "old").append("device-id", "twice"));
    }
    List<Document> before = registry.everything();
    OneRun run = new OneRun(registry.uri());

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .startsWith(registry.place() + " ")
        .contains("devices", "tenant-id + device-id");
    run.holds("a registry with one device twice");
    assertThat(registry.everything()).isEqualTo(before);
  }
}
