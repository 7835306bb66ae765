// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
  private static final Golden WORDS = Golden.of("tool");
  private static final String BUILT = "packs/new/embedded/target/new-embedded.jar";

  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  @Test
  void aReleaseHasAllJarsInItsHome() throws Exception {
    file("loadtest");
    Path server = file("new-embedded.jar");
    Installation release = Installation.above(file("campaign.jar"));
    assertThat(release.home()).isEqualTo(folder);
    assertThat(release.jar(BUILT)).isEqualTo(server);
    assertThat(Installation.above(file("lib/tool-1.jar"))).isEqualTo(release);
  }

  @Test
  void aSourceTreeHasThemWhereTheyWereBuilt() throws Exception {
    file("loadtest");
    Path server = file(BUILT);
    Installation tree = Installation.above(file("campaign/target/campaign.jar"));
    assertThat(tree.home()).isEqualTo(folder);
    assertThat(tree.jar(BUILT)).isEqualTo(server);
  }

  @Test
  void aJarThatWasCopiedAloneSaysWhatToDo() throws IOException {
    Path alone = file("campaign.jar");
    assertThatThrownBy(() -> Installation.above(alone))
        .isInstanceOf(UsageException.class)
        .message()
        .startsWith(alone + ": ")
        .satisfies(
            message ->
                WORDS.says(
                    message.replace(alone.toString(), "FOLDER"),
                    "FOLDER: ",
                    "loadtest",
                    "java -Dfleetload.home=FOLDER -jar campaign.jar"));
  }
}
