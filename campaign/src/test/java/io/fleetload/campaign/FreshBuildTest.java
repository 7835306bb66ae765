// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code loadtest} in a home whose Maven and Java only say that they were called. */
class FreshBuildTest {
  private static final String BUILT = "built";
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir private Path home;

  @BeforeEach
  void aHomeWhereEverythingIsBuilt() throws Exception {
    write(
        "pom.xml",
        "<module>parent</module>\n<module>packs/new</module>\n<module>campaign</module>");
    write("parent/pom.xml", "<project/>");
    write("packs/new/src/main/java/New.java", "class New {}");
    write("campaign/src/main/java/Campaign.java", "class Campaign {}");
    program("mvnw", "touch packs/new/target/new-1.jar campaign/target/campaign.jar " + BUILT);
    program("jdk/bin/java", "exit 0");
    copy("loadtest");
    try (Stream<Path> all = Files.walk(home)) {
      for (Path each : all.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
      }
    }
    write("packs/new/target/new-1.jar", "");
    write("campaign/target/campaign.jar", "");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(home.resolve(file).getParent());
    Files.writeString(home.resolve(file), text);
  }

  private void program(String file, String script) throws IOException {
    write(file, "#!/bin/sh\n" + script + "\n");
    assertThat(home.resolve(file).toFile().setExecutable(true)).isTrue();
  }

  private void copy(String script) throws IOException {
    Files.copy(Home.path(script), home.resolve(script));
    assertThat(home.resolve(script).toFile().setExecutable(true)).isTrue();
  }

  /** Whether a call of the script builds before it starts the tool. */
  private boolean builds() throws Exception {
    Files.deleteIfExists(home.resolve(BUILT));
    File said = home.resolve("said").toFile();
    ProcessBuilder script =
        new ProcessBuilder(home.resolve("loadtest").toString(), "--help")
            .redirectErrorStream(true)
            .redirectOutput(said);
    script.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    assertThat(script.start().waitFor())
        .as(Files.readString(said.toPath(), StandardCharsets.UTF_8))
        .isZero();
    return Files.exists(home.resolve(BUILT));
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    assertThat(builds()).isFalse();
  }

  @Test
  void aModuleWithoutItsJarIsBuiltWhateverItsName() throws Exception {
    Files.delete(home.resolve("packs/new/target/new-1.jar"));
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
  }

  @Test
  void aModuleWhoseJarIsOlderThanASourceOfAnotherIsBuilt() throws Exception {
    Files.setLastModifiedTime(
        home.resolve("packs/new/target/new-1.jar"), FileTime.from(LONG_AGO.minusSeconds(1)));
    assertThat(builds()).isTrue();
    assertThat(builds()).isFalse();
  }

  @Test
  void aSourceOrAPomThatChangedIsBuilt() throws Exception {
    for (String changed : new String[] {"packs/new/src/main/java/New.java", "parent/pom.xml"}) {
      FileTime later = FileTime.from(Instant.now().plusSeconds(60));
      Files.setLastModifiedTime(home.resolve(changed), later);
      assertThat(builds()).as(changed).isTrue();
      Files.setLastModifiedTime(home.resolve(changed), FileTime.from(LONG_AGO));
      assertThat(builds()).as(changed).isFalse();
    }
  }
}
