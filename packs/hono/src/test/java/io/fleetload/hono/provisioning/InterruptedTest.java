// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Tripwire;
import java.util.HashSet;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that breaks after so many bytes stands for a kill or a step-down at that point. */
class InterruptedTest {
  private static final int DEVICES = 4_000;

  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 400_000, 1_500_000, 2_600_000})
  void theNextTimeCompletesItWithoutDuplicatesOrOrphans(int bytes) throws Exception {
    try (Tripwire line = Tripwire.breaking(registry.port(), bytes)) {
      OneRun broken =
          new OneRun(
              "mongodb://127.0.0.1:"
                  + line.port()
                  + "/?retryWrites=false&serverSelectionTimeoutMS=500");
      assertThat(broken.with("devices.count=" + DEVICES).apply())
          .as(broken.said::toString)
          .isEqualTo(3);
      assertThat(broken.lastSaid()).startsWith("mongodb at 127.0.0.1:").doesNotContain("\n");
    }

    OneRun again = new OneRun(registry.uri()).with("devices.count=" + DEVICES);
    assertThat(again.apply()).as(again.said::toString).isZero();

    assertThat(again.run(Provisioning::verify)).as(again.said::toString).isZero();
    for (String collection : new String[] {"devices", "credentials"}) {
      Set<Object> names = new HashSet<>();
      for (Document each : registry.all(collection)) {
        names.add(each.get("device-id"));
      }
      assertThat(names).hasSize(DEVICES);
      assertThat(registry.collection(collection).countDocuments()).isEqualTo(DEVICES);
    }
  }
}
