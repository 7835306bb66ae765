// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator", "hono-embedded"})
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

  @Test
  void theEmbeddedHonoHasItsLibrariesAndNoShell() throws Exception {
    ImageTar image = image("hono-embedded");
    Path built = Path.of("../embedded/target");

    assertThat(image.files().get("/app/hono-embedded.jar"))
        .isEqualTo(Files.readAllBytes(built.resolve("hono-embedded.jar")));
    try (Stream<Path> libraries = Files.list(built.resolve("lib"))) {
      assertThat(libraries.map(each -> "/app/lib/" + each.getFileName()))
          .isNotEmpty()
          .allMatch(image.files()::containsKey);
    }
    assertThat(image.files().keySet()).noneMatch(path -> path.matches(".*/(sh|bash|busybox)"));
  }

  @ParameterizedTest
  @CsvSource({
    "hono-embedded, hono-adapter-coap",
    "provisioning, mongodb-driver-sync",
    "backend-simulator, kafka-clients",
    "device-simulator, load-api"
  })
  void aListOfItsPartsLiesBesideTheTool(String tool, String part) throws Exception {
    assumeTrue(!Boolean.getBoolean("build.offline"), "an offline build makes no list");
    JsonNode bom = image(tool).json("/app/bom.json");

    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bom.at("/metadata/component/name").asText()).isEqualTo(tool);
    assertThat(bom.path("components"))
        .extracting(each -> each.path("name").asText())
        .contains(part)
        .doesNotContain("junit-jupiter", "assertj-core");
    assertThat(bom.path("components"))
        .allSatisfy(each -> assertThat(each.path("version").asText()).isNotEmpty());
    assertThat(bom.path("serialNumber").isMissingNode()).as("another for each build").isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator", "hono-embedded"})
  void noTimeOfTheBuildIsInIt(String tool) throws Exception {
    ImageTar image = image(tool);

    assertThat(image.config().path("created").asText()).isEqualTo(EPOCH);
    assertThat(image.config().path("history"))
        .allSatisfy(each -> assertThat(each.path("created").asText()).isEqualTo(EPOCH));
  }

  @ParameterizedTest
  @ValueSource(strings = {"provisioning", "backend-simulator", "device-simulator", "hono-embedded"})
  void itSaysWhoseProcessorsItIsForAndOfWhichCommitItIs(String tool) throws Exception {
    JsonNode config = image(tool).config();
    String revision =
        config.at("/config/Labels").path("org.opencontainers.image.revision").asText();

    assertThat(config.path("architecture").asText())
        .isEqualTo(System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64");
    assertThat(config.path("os").asText()).isEqualTo("linux");
    assertThat(revision).matches("[0-9a-f]{12}(-dirty)?");
    assertThat(TARGET.resolve("commit.properties"))
        .content()
        .contains("\ngit.commit.id.describe=" + revision + "\n");
    assertThat(image(tool).tags()).containsExactly("fleetload/" + tool + ":" + revision);
  }

  @Test
  void javaAndTheCLibraryAreListedToo() throws Exception {
    JsonNode parts = image("provisioning").json("/app/runtime.cdx.json");

    assertThat(parts.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(parts.path("components"))
        .filteredOn(each -> each.path("name").asText().equals("openjdk"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.path("cpe").asText())
                    .startsWith("cpe:2.3:a:oracle:openjdk:" + Runtime.version().feature() + "."));
    assertThat(parts.path("components"))
        .extracting(each -> each.path("name").asText())
        .anyMatch(name -> name.matches("libc6|glibc"));
    assertThat(parts.path("components"))
        .allSatisfy(
            each -> {
              assertThat(each.path("version").asText()).isNotEmpty().isNotEqualTo("unknown");
              assertThat(each.path("purl").asText()).startsWith("pkg:");
            });
  }

  @Test
  void olderCLibrariesFindNamesToo() throws Exception {
    Map<String, byte[]> files = image("device-simulator").files();
    String libc =
        files.keySet().stream()
            .filter(path -> path.endsWith("/libc.so.6"))
            .findFirst()
            .orElseThrow();

    for (String name : List.of("libnss_dns.so.2", "libresolv.so.2")) {
      Path here = Path.of(libc).resolveSibling(name);
      assertThat(files.containsKey(here.toString())).as(name).isEqualTo(Files.exists(here));
    }
    assertThat(new String(files.get("/etc/nsswitch.conf"), StandardCharsets.UTF_8))
        .isEqualTo("hosts: files dns\n");
  }

  @Test
  void theRuntimeIsTheSameWhenItIsMadeAgain() throws Exception {
    Process process =
        new ProcessBuilder(Path.of("runtime").toAbsolutePath().toString(), root.toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(contents(root)).isEqualTo(contents(TARGET.resolve("runtime")));
  }

  private static Map<String, String> contents(Path folder) throws Exception {
    Map<String, String> contents = new TreeMap<>();
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(
            folder.relativize(file).toString(),
            HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file))));
      }
    }
    return contents;
  }

  @Test
  void theToolStartsOnWhatIsInsideAsItsUser() throws Exception {
    for (String tool : List.of("provisioning", "backend-simulator", "device-simulator")) {
      Process process = container(tool, "/no-such-profile.yaml");
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(said).isEqualTo(2);
      assertThat(said).contains("/no-such-profile.yaml");
    }
  }

  @Test
  void theEmbeddedHonoGetsReadyOnWhatIsInside() throws Exception {
    Process process =
        container(
            "hono-embedded",
            "--coap-port=0",
            "--kafka-port=0",
            "--mongodb-port=0",
            "--infinispan-port=0",
            "--http-port=0",
            "--until-stdin-closes");
    String said = process.inputReader().readLine();
    process.getOutputStream().close();

    assertThat(said).contains("\"event\":\"ready\"");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aLoadTestRunsOnWhatIsInside() throws Exception {
    assumeTrue(
        Files.exists(TARGET.resolve("loadtest.tar")),
        "no release was built: -Pdist,images has one");
    Process process =
        container(
            "loadtest", "run", "/app/packs/echo/profiles/quickstart.yaml", "--out=/work/echo");
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();

    assertThat(root.resolve("loadtest/work/echo/report.html")).as(said).exists();
    assertThat(said).contains("unaccounted 0", "results in /work/echo");
    assertThat(image("loadtest").config().at("/config/WorkingDir").asText()).isEqualTo("/work");
  }

  /**
   * An image's program as a container starts it: on its own files, as its user, with /proc and
   * /dev.
   */
  private Process container(String tool, String... arguments) throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root")
            && new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0,
        "only root can change the root directory");
    ImageTar image = image(tool);
    Path files = root.resolve(tool);
    image.unpackTo(files);
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-ec",
                """
                mkdir -p "$0/proc" "$0/dev"
                mount --bind /proc "$0/proc"
                mount --bind /dev "$0/dev"
                exec chroot --userspec=10001:10001 "$0" "$@"
                """,
                files.toString()));
    image.config().at("/config/Entrypoint").forEach(word -> command.add(word.asText()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static ImageTar image(String tool) throws Exception {
    return ImageTar.read(TARGET.resolve(tool + ".tar"));
  }
}
