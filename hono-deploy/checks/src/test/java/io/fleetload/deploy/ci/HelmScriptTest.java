// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/helm} says and leaves behind, with a go that only plays. */
class HelmScriptTest {
  private static final String SUM = "h1:n1if5iQgHYsujPAcO5oonH/KiSNUmqmUF0iGVjSF3AU=";

  @TempDir private Path folder;
  private Path cache;
  private Path program;

  @BeforeEach
  void whereItBuilds() throws IOException {
    cache = Files.createDirectory(folder.resolve("cache"));
    program = cache.resolve("fleetload-helm-v3.22.0");
  }

  /** A go that finds a module with that checksum, and builds it with that command. */
  private FakeProgram go(String sum, String build) throws IOException {
    return new FakeProgram(
        folder,
        "go",
        """
        case "$1" in
          env) echo '%s' ;;
          mod) printf '{\\n\\t"Dir": "%s",\\n\\t"Sum": "%s"\\n}\\n' ;;
          build) %s ;;
        esac
        """
            .formatted(cache, folder, sum, build));
  }

  private static Program.Said helm(FakeProgram go, String... arguments) throws Exception {
    return helmWithin("60", go, arguments);
  }

  private static Program.Said helmWithin(String seconds, FakeProgram go, String... arguments)
      throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = DeployFolder.at("../.ci/helm").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return go.before(Program.of(command)).with("HELM_SECONDS", seconds).run();
  }

  private String made() {
    return "printf '#!/bin/sh\\n' >'%s'; chmod +x '%s'".formatted(program, program);
  }

  @Test
  void itIsBuiltOnce() throws Exception {
    FakeProgram go = go(SUM, made());

    for (int i = 0; i < 2; i++) {
      Program.Said said = helm(go, "3");
      assertThat(said.code()).as(said.err()).isZero();
      assertThat(said.out()).isEqualTo(program + "\n");
    }

    assertThat(go.asked()).filteredOn(each -> each.startsWith("build ")).hasSize(1);
  }

  @Test
  void anotherModuleThanThePinnedOneIsNotBuilt() throws Exception {
    FakeProgram go = go("h1:other=", made());

    Program.Said said = helm(go, "3");

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err()).startsWith("ci: helm v3.22.0 ").contains("h1:other=", SUM);
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void aModuleThatCannotBeFetchedIsOneLine() throws Exception {
    FakeProgram go = new FakeProgram(folder, "go", "[ \"$1\" = env ] && echo '" + cache + "'");

    Program.Said said = helm(go, "3");

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err()).startsWith("ci: helm v3.22.0 cannot");
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void aBuildThatTakesTooLongIsCutShort() throws Exception {
    Program.Said said = helmWithin("1", go(SUM, "exec sleep 60"), "3");

    assertThat(said.code()).isEqualTo(124);
    assertThat(said.out()).isEmpty();
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    FakeProgram go = go(SUM, made());

    assertThat(helm(go, "5").err()).startsWith("ci: helm: ").contains("'5'", "3 or 4");
    assertThat(helm(go).code()).isEqualTo(2);
    assertThat(go.asked()).isEmpty();
  }
}
