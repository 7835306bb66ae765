// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import org.junit.jupiter.api.Test;

/** Hono by its official images, run. */
class ComposeIT {
  @Test
  void itComesUpHealthyWithItsTopicsAndDevices() throws Exception {
    assumeTrue(ComposeTest.hasCompose(), "docker compose is not here");
    assumeTrue(Program.of("docker", "info").run().code() == 0, "no Docker daemon is here");
    try {
      Program.Said said =
          Program.of(DeployFolder.at("compose/up").toString())
              .with("PSK_SECRET", "a secret of a test")
              .run();
      assertThat(said.code()).as(said.out() + said.err()).isZero();
    } finally {
      Program.of("docker", "compose", "down", "--volumes").in(DeployFolder.at("compose")).run();
    }
  }
}
