// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.Program;
import io.fleetload.rig.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code up} does, says and leaves behind, held against a docker that only plays. */
class UpScriptTest {
  private static final String COMPOSE =
      "docker compose --project-directory HERE/hono-deploy/compose";
  private static final String DOWN = COMPOSE + " down --volumes";

  @TempDir private Path folder;
  private DockerStub docker;

  @BeforeEach
  void copy() throws IOException {
    docker = new DockerStub(folder.toRealPath());
  }

  private String err(Program.Said said) {
    return docker.withoutFolder(said.err());
  }

  /** What it complains of, and names; the golden file keeps the words. */
  private void complains(String of, Program.Said said, String... what) {
    assertThat(said.err()).startsWith("up: ").hasLineCount(1).contains(what);
    Golden.of("up").holds(of, err(said));
  }

  @Test
  void theTopicsAndTheEmptyRegistryAreProvisionedBeforeHonoStarts() throws Exception {
    Program.Said said = docker.up().run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(docker.asked())
        .containsSubsequence(
            COMPOSE + " up --detach --wait kafka mongodb",
            "java -jar HERE/hono-deploy/compose/../../provisioning/target/provisioning.jar apply"
                + " --new-registry HERE/hono-deploy/compose/profile.yaml",
            COMPOSE + " up --detach --wait")
        .doesNotContain(DOWN);
  }

  @Test
  void thePasswordAndTheKeysAreMadeOnceAndThePasswordIsPrivate() throws Exception {
    assertThat(docker.up().run().code()).isZero();
    String password = Files.readString(docker.compose(".env"));
    byte[] key = Files.readAllBytes(docker.compose("keys/tls.key"));

    assertThat(password)
        .matches("INTERNAL_PASSWORD=[0-9a-f]{64}\nHONO_VERSION=2.6.0\nHONO_IMAGES=eclipse\n");
    assertThat(Files.getPosixFilePermissions(docker.compose(".env")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(docker.compose("keys")).isDirectoryNotContaining("glob:**/ec.key");
    assertThat(docker.compose("keys/tls.crt")).content().startsWith("-----BEGIN CERTIFICATE");
    assertThat(docker.up().run().code()).isZero();
    assertThat(docker.compose(".env")).hasContent(password);
    assertThat(docker.compose("keys/tls.key")).hasBinaryContent(key);
  }

  @Test
  void anotherHonoComesFromItsOwnImagesWithThePasswordThatIsThere() throws Exception {
    assertThat(docker.up().run().code()).isZero();
    String before = Files.readString(docker.compose(".env"));
    Program.Said said = docker.up().with("HONO_VERSION", "2.7.0").run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(docker.compose(".env"))
        .hasContent(before.replace("2.6.0", "2.7.0").replace("eclipse", "eclipsehono"));
  }

  @Test
  void aHonoThatIsNotThereIsSaidBeforeAnythingIsMade() throws Exception {
    Program.Said said = docker.up().with("HONO_VERSION", "2.8.0").run();

    assertThat(said.code()).isEqualTo(2);
    complains("a version of Hono", said, "2.8.0", "2.6.0 or 2.7.0");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @Test
  void whatIsNotInstalledIsSaidBeforeAnythingIsMade() throws Exception {
    docker.remove("docker");
    Program.Said said = docker.up().run();

    assertThat(said.code()).isEqualTo(2);
    complains("docker is missing", said, "docker");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @Test
  void aSecretThatTheProfileTakesAndNobodyGaveIsSaidBeforeAnythingIsMade() throws Exception {
    Program.Said said = docker.up().with("PSK_SECRET", "").run();

    assertThat(said.code()).isEqualTo(2);
    complains("a secret is missing", said, "export PSK_SECRET=$(openssl rand -hex 32)");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"'', no compose", "v2.20.3, v2.20.3"})
  void aComposeThatIsMissingOrTooOldIsSaid(String version, String found) throws Exception {
    Program.Said said = docker.up().with("VERSION", version).run();

    assertThat(said.code()).isEqualTo(2);
    complains("compose: " + found, said, found, "2.23.1");
  }

  @Test
  void aDaemonThatDoesNotRunIsSaidBeforeAnythingIsMade() throws Exception {
    Program.Said said = docker.up().with("DAEMON", "1").run();

    assertThat(said.code()).isEqualTo(3);
    complains("the daemon does not run", said, "Docker daemon", "docker info");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @Test
  void aProfileOrAToolThatIsNotThereIsSaid() throws Exception {
    complains("a profile is missing", docker.up("nope.yaml").run(), "nope.yaml");
    Files.delete(docker.jar());
    Program.Said said = docker.up().run();
    assertThat(said.code()).isEqualTo(2);
    complains("provisioning is not built", said, "./mvnw package -DskipTests");
  }

  @Test
  void anImageThatCannotBePulledLeavesNothingBehind() throws Exception {
    Program.Said said = docker.up().with("PULL", "manifest unknown").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(err(said)).startsWith("manifest unknown\nup: ").hasLineCount(3);
    Golden.of("up").holds("an image cannot be pulled", err(said));
    assertThat(docker.asked()).noneMatch(line -> line.startsWith("java")).last().isEqualTo(DOWN);
  }

  @Test
  void aServiceThatIsNotHealthyIsNamedWithTheEndOfItsLog() throws Exception {
    Program.Said said =
        docker
            .up()
            .with(
                "SERVICES",
                "kafka running healthy\nrouter running unhealthy\nauth exited \nadapter created ")
            .run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(err(said))
        .containsSubsequence(
            "up: router is running, unhealthy",
            "the log's last line",
            "up: auth is exited",
            "the log's last line");
    Golden.of("up").holds("services are not healthy", err(said));
    assertThat(docker.asked())
        .contains(COMPOSE + " logs --no-log-prefix --tail 20 router")
        .last()
        .isEqualTo(DOWN);
  }

  @Test
  void whatProvisioningSaysIsTheEnd() throws Exception {
    Program.Said said = docker.up().with("PROVISIONING", "3").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(docker.asked())
        .doesNotContain(COMPOSE + " up --detach --wait")
        .last()
        .isEqualTo(DOWN);
  }

  @Test
  void whatRanBeforeIsNotTakenDown() throws Exception {
    Program.Said said = docker.up().with("BEFORE", "3f2a").with("PULL", "no route to host").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(err(said)).endsWith(DOWN + "\n");
    Golden.of("up").holds("some services ran before", err(said));
    assertThat(docker.asked()).doesNotContain(DOWN);
  }

  @Test
  void aTakingDownThatFailsIsSaidWithWhatToDo() throws Exception {
    assertThat(err(docker.up().with("PULL", "x").with("DOWN", "1").run())).endsWith(DOWN + "\n");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void aSignalEndsDockerAndTakesDownWhatWasStarted(String signal, int code) throws Exception {
    Process up = docker.up().with("HANGS", "1").begin();
    try (BufferedReader out = up.inputReader();
        BufferedReader err = up.errorReader()) {
      assertThat(out.readLine()).isEqualTo("waiting for the services");
      assertThat(Program.of("kill", "-" + signal, Long.toString(up.pid())).run().code()).isZero();
      assertThat(up.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(err.lines()).hasSize(2).startsWith("up: interrupted");
    } finally {
      up.destroyForcibly();
    }
    assertThat(up.exitValue()).isEqualTo(code);
    assertThat(docker.asked()).endsWith("docker ends", DOWN);
  }
}
