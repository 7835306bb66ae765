// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A primary that steps down in the midst of the work. */
class StepDownTest {
  private static final int DEVICES = 4_000;

  private static OneRun run(SteppingDownServer server) {
    return new OneRun(server.uri()).with("devices.count=" + DEVICES).with("registry.writers=1");
  }

  private static void assertComplete(SteppingDownServer server) {
    OneRun verify = run(server);
    assertThat(verify.run(Provisioning::verify)).as(verify.said::toString).isZero();
    assertThat(server.collection("devices").countDocuments()).isEqualTo(DEVICES);
    assertThat(server.collection("credentials").countDocuments()).isEqualTo(DEVICES);
  }

  @Test
  void aShortOneIsBridgedByTheDriver() {
    try (SteppingDownServer server = SteppingDownServer.once(4)) {
      OneRun run = run(server);

      assertThat(run.apply()).as(run.said::toString).isZero();

      assertThat(server.refused()).isEqualTo(1);
      assertThat(run.lastSaid())
          .contains("devices: 4000 created, 0 updated", "credentials: 4000 created, 0 updated");
      assertComplete(server);
    }
  }

  @Test
  void aLongerOneIsOneLineThatSaysHowFarItCameAndTheNextTimeCompletesIt() {
    try (SteppingDownServer server = SteppingDownServer.from(4)) {
      OneRun run = run(server);

      assertThat(run.apply()).isEqualTo(3);

      assertThat(run.lastSaid())
          .startsWith("mongodb at 127.0.0.1:")
          .contains("stepped down", "(target.mongodb)", "tload_tests:")
          .contains("devices: 2000 created");
      run.holds("a primary that steps down");
      server.primaryAgain();
      assertThat(run(server).run(Provisioning::verify)).isEqualTo(3);
      assertThat(run(server).apply()).isZero();
      assertComplete(server);
    }
  }
}
