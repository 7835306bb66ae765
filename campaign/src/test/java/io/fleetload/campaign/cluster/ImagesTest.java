// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesTest {
  @TempDir private Path folder;

  @Test
  void eachToolHasTheImageThatWasPushed() throws Exception {
    Images images = Images.read(ClusterFiles.images(folder));

    assertThat(images.of("device-simulator")).isEqualTo(ClusterFiles.image("device-simulator"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "registry.example/load/device-simulator:0.1.0",
        "registry.example/load/device-simulator",
        "fleetload/device-simulator@sha256:DIGEST",
        "device-simulator@sha256:DIGEST",
        "registry.example/load/device-simulator@sha256:0123",
        "registry.example/load/device-simulator@sha256:DIGEST and more"
      })
  void anImageWithoutRegistryOrDigestIsRefused(String image) throws Exception {
    String line = image.replace("DIGEST", "ab".repeat(32));
    Path file = Files.writeString(folder.resolve("images.txt"), "\n" + line + "\n");

    assertThatThrownBy(() -> Images.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--images: " + file + ", line 2: found \"")
        .hasMessageEndingWith("expected REGISTRY/TOOL@sha256:DIGEST, as crane push prints it");
  }

  @Test
  void aNamespaceThatAnybodyMayOwnIsRefused() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("images.txt"),
            "docker.io/fleetload/device-simulator@sha256:" + "ab".repeat(32));

    assertThatThrownBy(() -> Images.read(file))
        .hasMessageEndingWith(
            "docker.io/fleetload is not of this project; push the images to a registry of yours");
  }

  @Test
  void aToolWithoutAnImageIsNamed() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("images.txt"), ClusterFiles.image("device-simulator") + "\n");

    assertThatThrownBy(() -> Images.read(file))
        .hasMessage(
            "--images: %s has no image of provisioning; add its line: %s"
                .formatted(file, "REGISTRY/TOOL@sha256:DIGEST, as crane push prints it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing.txt", "/dev/zero", "."})
  void whatIsNoShortFileIsNotRead(String name) {
    Path file = folder.resolve(name);

    assertThatThrownBy(() -> Images.read(file)).hasMessageContaining("is no short text file");
  }
}
