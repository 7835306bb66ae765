// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesTest {
  private static final Golden WORDS = Golden.of("cluster");
  @TempDir private Path folder;

  private static ThrowingConsumer<Throwable> says(Path file, String... values) {
    return refusal -> WORDS.says(refusal.getMessage().replace(file.toString(), "FILE"), values);
  }

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
        .hasMessageStartingWith("--images: " + file + ", line 2: ")
        .hasMessageContaining("REGISTRY/TOOL@sha256:DIGEST");
  }

  @Test
  void aNamespaceThatAnybodyMayOwnIsRefused() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("images.txt"),
            "docker.io/fleetload/device-simulator@sha256:" + "ab".repeat(32));

    assertThatThrownBy(() -> Images.read(file))
        .satisfies(says(file, "--images: ", "line 1: ", "docker.io/fleetload"));
  }

  @Test
  void aToolWithoutAnImageIsNamed() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("images.txt"), ClusterFiles.image("device-simulator") + "\n");

    assertThatThrownBy(() -> Images.read(file))
        .satisfies(says(file, "--images: ", "FILE", "provisioning", "REGISTRY/TOOL@sha256:DIGEST"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing.txt", "/dev/zero", "."})
  void whatIsNoShortFileIsNotRead(String name) {
    Path file = folder.resolve(name);

    assertThatThrownBy(() -> Images.read(file)).hasMessageContaining("is no short text file");
  }
}
