// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.StopSignal;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckTest {
  private final InProcessRegistry registry = new InProcessRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void aTenantThatIsNotThereIsSaid() {
    OneRun run = new OneRun(registry.uri());

    assertThat(run.check()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("no tenant tload_tests", registry.place());
    run.holds("a check where there is no tenant");
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void aTenantWithoutDevicesIsSaid() {
    new OneRun(registry.uri()).apply();
    registry.collection("devices").deleteMany(new Document());

    OneRun run = new OneRun(registry.uri());

    assertThat(run.check()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("tload_tests", "no devices", registry.place());
    run.holds("a check where there are no devices");
  }

  @Test
  void missingDevicesAreCounted() {
    new OneRun(registry.uri()).with("devices.count=12").apply();

    OneRun run = new OneRun(registry.uri()).with("devices.count=50");

    assertThat(run.check()).isEqualTo(3);
    assertThat(run.said)
        .singleElement()
        .asString()
        .contains("tload_tests", "12 of 50", registry.place());
    run.holds("a check where devices are missing");
  }

  @Test
  void aCompleteFleetPasses() {
    new OneRun(registry.uri()).apply();
    List<Document> before = registry.everything();

    OneRun run = new OneRun(registry.uri());

    assertThat(run.check()).isZero();
    assertThat(run.lastSaid()).contains("tload_tests", "3 devices", registry.place());
    run.holds("a check of a complete fleet");
    assertThat(registry.everything()).isEqualTo(before);
  }

  @Test
  void aTargetThatIsNotToBeProvisionedIsOnlyChecked() {
    OneRun run = new OneRun(registry.uri()).with("target.provision=false");

    assertThat(run.apply()).isEqualTo(3);
    assertThat(run.said.get(0)).contains("target.provision is false");
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void aStoppedRunSaysHowFarItCame() {
    OneRun run = new OneRun(registry.uri());
    run.stop.stop(StopSignal.Why.INTERRUPTED);

    assertThat(run.apply()).isEqualTo(130);
    assertThat(run.lastSaid()).contains("interrupted; nothing is written");
    assertThat(registry.everything()).isEmpty();
  }
}
