// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the images that were built. */
class ImagesIT {
  private static final Path TARGET = Path.of("target");
  private static final String EPOCH = "1970-01-01T00:00:00Z";

  @TempDir private Path root;

  @ParameterizedTest
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator"})
  void aToolRunsWithoutRights(String tool) throws Exception {
    JsonNode config = image(tool).config().path("config");

    assertThat(config.path("User").asText()).isEqualTo("10001:10001");
    assertThat(config.path("Entrypoint"))
        .extracting(JsonNode::asText)
        .containsExactly("/java/bin/java", "-jar", "/app/" + tool + ".jar");
    assertThat(config.path("ExposedPorts")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator"})
  void nothingButTheToolAndWhatItRunsOnIsInside(String tool) throws Exception {
    ImageTar image = image(tool);

    assertThat(image.files().get("/app/" + tool + ".jar"))
        .isEqualTo(Files.readAllBytes(Path.of("../..", tool, "target", tool + ".jar")));
    assertThat(image.modes().get("/java/bin/java")).isEqualTo(0755);
    assertThat(image.files().get("/java/lib/security/cacerts")).hasSizeGreaterThan(10_000);
    assertThat(image.files().keySet())
        .allMatch(path -> path.matches("/(app|java|lib|lib64|etc|tmp)(/.*)?"))
        .noneMatch(path -> path.matches(".*/(sh|bash|busybox|apt|curl)"));
    assertThat(image.files().keySet()).allMatch(path -> (image.modes().get(path) & 0022) == 0);
  }

  @ParameterizedTest
  @CsvSource({
    "provisioning, mongodb-driver-sync",
    "backend-simulator, kafka-clients",
    "device-simulator, load-api"
  })
  void aListOfItsPartsLiesBesideTheTool(String tool, String part) throws Exception {
    JsonNode bom = image(tool).json("/app/bom.json");

    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bom.at("/metadata/component/name").asText()).isEqualTo(tool);
    assertThat(bom.path("components"))
        .extracting(each -> each.path("name").asText())
        .contains(part)
        .doesNotContain("junit-jupiter", "assertj-core");
    assertThat(bom.path("components"))
        .allSatisfy(each -> assertThat(each.path("version").asText()).isNotEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator"})
  void noTimeOfTheBuildIsInIt(String tool) throws Exception {
    ImageTar image = image(tool);

    assertThat(image.config().path("created").asText()).isEqualTo(EPOCH);
    assertThat(image.config().path("history"))
        .allSatisfy(each -> assertThat(each.path("created").asText()).isEqualTo(EPOCH));
    assertThat(image.json("/app/bom.json").path("serialNumber").isMissingNode()).isTrue();
  }

  @Test
  void theToolStartsOnWhatIsInsideAsItsUser() throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Files.exists(Path.of("/usr/sbin/chroot")),
        "only root can change the root directory");
    for (String tool : List.of("provisioning", "backend-simulator", "device-simulator")) {
      Path own = root.resolve(tool);
      image(tool).unpackTo(own);
      ProcessBuilder builder =
          new ProcessBuilder(
                  "/usr/sbin/chroot",
                  "--userspec=10001:10001",
                  own.toString(),
                  "/java/bin/java",
                  "-jar",
                  "/app/" + tool + ".jar",
                  "/no-such-profile.yaml")
              .redirectErrorStream(true);
      // A container has /proc, by which the loader finds what lies beside java; this root has none.
      builder.environment().put("LD_LIBRARY_PATH", "/java/lib:/java/lib/server");
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(said).isEqualTo(2);
      assertThat(said).contains("/no-such-profile.yaml");
    }
  }

  private static ImageTar image(String tool) throws Exception {
    return ImageTar.read(TARGET.resolve(tool + ".tar"));
  }
}
