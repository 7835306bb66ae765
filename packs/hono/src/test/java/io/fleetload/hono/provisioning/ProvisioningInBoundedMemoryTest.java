// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.SmallHeap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fleet is created, corrected and verified in a JVM of its own with little memory. {@code
 * -Dfleet.devices} and {@code -Dfleet.heap} name other sizes.
 */
@Tag("nightly")
@Tag("memory")
class ProvisioningInBoundedMemoryTest {
  private static final int DEVICES = Integer.getInteger("fleet.devices", 30_000);

  @TempDir private Path directory;

  @Test
  void memoryDoesNotGrowWithTheFleet() throws Exception {
    Path said = directory.resolve("said");
    try (InProcessRegistry registry = new InProcessRegistry()) {
      Process process =
          SmallHeap.of(
                  System.getProperty("fleet.heap", "48m"),
                  FleetProvisioned.class,
                  List.of(registry.uri(), String.valueOf(DEVICES)))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(said)).isZero();
      assertThat(registry.collection("credentials").countDocuments()).isEqualTo(DEVICES);
    }
    assertThat(Files.readString(said))
        .contains(
            "credentials: %d created, 0 updated, 0 unchanged".formatted(DEVICES),
            "credentials: 0 created, %d updated, 0 unchanged".formatted(DEVICES),
            "verified: ");
  }
}
