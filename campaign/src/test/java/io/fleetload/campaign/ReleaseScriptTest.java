// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/release} in a small repository. */
class ReleaseScriptTest {
  private static final String CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n";

  @TempDir Path tree;

  @BeforeEach
  void commitATree() throws Exception {
    Files.createDirectories(tree.resolve(".ci"));
    Files.copy(Home.path(".ci", "release"), tree.resolve(".ci/release"));
    write("pom.xml", "<project>\n  <version>0.1.0-SNAPSHOT</version>\n</project>\n");
    write("one/pom.xml", "<parent><version>0.1.0-SNAPSHOT</version></parent>\n");
    write("chart/Chart.yaml", "version: 0.1.0-SNAPSHOT\nappVersion: 0.1.0-SNAPSHOT\n");
    write("CHANGELOG.md", CHANGELOG);
    run("git", "init", "-q", ".");
    run("git", "add", ".");
    run("git", "commit", "-q", "-m", "Begin");
  }

  @Test
  void tagsAVersionWithItsSectionAndBeginsTheNext() throws Exception {
    assertThat(run("bash", ".ci/release", "0.1.0", "0.2.0")).startsWith("0 ");
    assertThat(run("git", "show", "v0.1.0:CHANGELOG.md"))
        .containsPattern("## Unreleased\n\n## 0\\.1\\.0 - 20\\d\\d-\\d\\d-\\d\\d\n\n### Added\n");
    assertThat(run("git", "show", "v0.1.0:one/pom.xml")).contains("<version>0.1.0</version>");
    assertThat(run("git", "show", "v0.1.0:chart/Chart.yaml"))
        .isEqualTo("0 version: 0.1.0\nappVersion: 0.1.0\n");
    assertThat(read("chart/Chart.yaml"))
        .isEqualTo("version: 0.2.0-SNAPSHOT\nappVersion: 0.2.0-SNAPSHOT\n");
    assertThat(read("pom.xml")).contains("<version>0.2.0-SNAPSHOT</version>");
    assertThat(read("one/pom.xml")).contains("<version>0.2.0-SNAPSHOT</version>");
    assertThat(run("git", "status", "--porcelain")).isEqualTo("0 ");
  }

  @Test
  void refusesWhatItCannotReleaseAndChangesNothing() throws Exception {
    assertThat(run("bash", ".ci/release", "1")).startsWith("2 ");
    assertThat(run("bash", ".ci/release", "0.1.0", "0.1.0")).startsWith("2 ");
    write("CHANGELOG.md", "## Unreleased\n\n## 0.0.1 - 2026-01-01\n\n- A.\n");
    assertThat(run("bash", ".ci/release", "0.1.0")).startsWith("2 ");
    run("git", "commit", "-q", "-a", "-m", "Nothing new");
    assertThat(run("bash", ".ci/release", "0.1.0")).startsWith("2 ");
    run("git", "tag", "v0.1.0");
    assertThat(run("bash", ".ci/release", "0.1.0")).startsWith("2 ");
    assertThat(run("git", "log", "--format=%s")).isEqualTo("0 Nothing new\nBegin\n");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(tree.resolve(file).getParent());
    Files.writeString(tree.resolve(file), text);
  }

  private String read(String file) throws IOException {
    return Files.readString(tree.resolve(file));
  }

  /** The exit code, a space, and what was printed. */
  private String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(tree.toFile());
    builder
        .redirectErrorStream(true)
        .environment()
        .putAll(
            Map.of(
                "GIT_AUTHOR_NAME", "a",
                "GIT_AUTHOR_EMAIL", "a@example.com",
                "GIT_COMMITTER_NAME", "a",
                "GIT_COMMITTER_EMAIL", "a@example.com",
                "GIT_CONFIG_GLOBAL", "/dev/null"));
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + printed;
  }
}
