// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.images;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script refuses that writes an image's Java runtime; what it writes is ImagesIT's. */
class RuntimeScriptTest {
  private static final String SCRIPT = DeployFolder.at("images/runtime").toString();

  @TempDir private Path folder;

  private static void refused(Program.Said said, int code, String line) {
    assertThat(said.err()).startsWith("runtime: ").contains(line);
    assertThat(said.code()).isEqualTo(code);
  }

  @Test
  void itIsToldWhereToWriteAndIsForLinux() throws Exception {
    refused(Program.of(SCRIPT).run(), 2, "directory");
    Program elsewhere = Program.of(SCRIPT, folder.resolve("root").toString());
    refused(new FakeProgram(folder, "uname", "echo Darwin").before(elsewhere).run(), 2, "Linux");
  }

  @Test
  void aRuntimeThatJavaCannotMakeIsAFailureAndNoHalfImage() throws Exception {
    Path root = folder.resolve("root");
    Program.Said said =
        Program.of(SCRIPT, root.toString())
            .with("JAVA_HOME", folder.resolve("none").toString())
            .run();

    assertThat(said.code()).isNotZero();
    assertThat(root.resolve("app")).doesNotExist();
  }

  @Test
  void aRuntimeWithoutTheCLibraryIsAFailureAndNoHalfImage() throws Exception {
    Path jdk = folder.resolve("jdk");
    new FakeProgram(
        Files.createDirectories(jdk.resolve("bin")),
        "jlink",
        """
        while [ "$1" != --output ]; do shift; done
        mkdir -p "$2/bin" "$2/lib/security"
        echo >"$2/bin/java"
        """);
    Files.createFile(Files.createDirectories(jdk.resolve("lib/security")).resolve("cacerts"));
    Path root = folder.resolve("root");
    Path fakes = Files.createDirectory(folder.resolve("fakes"));
    Program.Said said =
        new FakeProgram(fakes, "ldd", "exit 1")
            .before(Program.of(SCRIPT, root.toString()).with("JAVA_HOME", jdk.toString()))
            .run();

    assertThat(said.err()).startsWith("runtime: ldd ").contains(jdk + "/bin/java");
    assertThat(said.code()).isEqualTo(1);
    assertThat(root.resolve("app")).doesNotExist();
  }

  @Test
  void anImageTakesTheListOfItsToolsPartsAndItIsSaidWhereThereIsNone() throws Exception {
    Path made = folder.resolve("sources/provisioning/target/classes/META-INF/sbom/provisioning");
    Files.writeString(Files.createDirectories(made).resolve("bom.json"), "{}");
    Path parts = folder.resolve("parts");
    Path before = Files.createDirectories(parts.resolve("device-simulator")).resolve("bom.json");
    Files.writeString(before, "of an earlier build");

    Program.Said said =
        Program.of(
                DeployFolder.at("images/parts").toString(),
                folder.resolve("sources").toString(),
                parts.toString())
            .run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(parts.resolve("provisioning/bom.json")).hasContent("{}");
    assertThat(before).doesNotExist();
    assertThat(parts.resolve("backend-simulator")).isEmptyDirectory();
    assertThat(said.err())
        .satisfies(err -> Golden.of("images").holds("images without the parts of the tool", err))
        .hasLineCount(3)
        .contains("backend-simulator", "device-simulator", "hono-embedded");
  }
}
