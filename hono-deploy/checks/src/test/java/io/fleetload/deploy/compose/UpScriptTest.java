// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.Program;
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

    assertThat(password).matches("INTERNAL_PASSWORD=[0-9a-f]{64}\n");
    assertThat(Files.getPosixFilePermissions(docker.compose(".env")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(docker.compose("keys")).isDirectoryNotContaining("glob:**/ec.key");
    assertThat(docker.compose("keys/tls.crt")).content().startsWith("-----BEGIN CERTIFICATE");
    assertThat(docker.up().run().code()).isZero();
    assertThat(docker.compose(".env")).hasContent(password);
    assertThat(docker.compose("keys/tls.key")).hasBinaryContent(key);
  }

  @Test
  void whatIsNotInstalledIsSaidBeforeAnythingIsMade() throws Exception {
    docker.remove("docker");
    Program.Said said = docker.up().run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).isEqualTo("up: docker is not installed\n");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @Test
  void aSecretThatTheProfileTakesAndNobodyGaveIsSaidBeforeAnythingIsMade() throws Exception {
    Program.Said said = docker.up().with("PSK_SECRET", "").run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .isEqualTo(
            "up: the profile takes PSK_SECRET from the environment;"
                + " export PSK_SECRET=$(openssl rand -hex 32)\n");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'up: docker has no compose; install Docker''s compose plugin, 2.23.1 or newer'",
    "v2.20.3, 'up: docker compose is v2.20.3; compose.yaml needs 2.23.1 or newer'"
  })
  void aComposeThatIsMissingOrTooOldIsSaid(String version, String message) throws Exception {
    Program.Said said = docker.up().with("VERSION", version).run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).isEqualTo(message + "\n");
  }

  @Test
  void aDaemonThatDoesNotRunIsSaidBeforeAnythingIsMade() throws Exception {
    Program.Said said = docker.up().with("DAEMON", "1").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err())
        .isEqualTo(
            "up: the Docker daemon does not answer; start it, or see what docker info says\n");
    assertThat(docker.compose(".env")).doesNotExist();
  }

  @Test
  void aProfileOrAToolThatIsNotThereIsSaid() throws Exception {
    assertThat(docker.up("nope.yaml").run().err()).isEqualTo("up: there is no profile nope.yaml\n");
    Files.delete(docker.jar());
    Program.Said said = docker.up().run();
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .isEqualTo("up: provisioning is not built; run ./mvnw package -DskipTests first\n");
  }

  @Test
  void anImageThatCannotBePulledLeavesNothingBehind() throws Exception {
    Program.Said said = docker.up().with("PULL", "manifest unknown").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(err(said))
        .isEqualTo(
            """
            manifest unknown
            up: Hono does not come up; docker compose says why above
            up: taking down what was started
            """);
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
        .isEqualTo(
            """
            up: Hono does not come up; docker compose says why above
            up: router is running, unhealthy; the end of its log:
            the log's last line
            up: auth is exited; the end of its log:
            the log's last line
            up: taking down what was started
            """);
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
    assertThat(err(said))
        .endsWith(
            "up: some services ran before, so nothing is taken down; stop them with: "
                + DOWN
                + "\n");
    assertThat(docker.asked()).doesNotContain(DOWN);
  }

  @Test
  void aTakingDownThatFailsIsSaidWithWhatToDo() throws Exception {
    assertThat(err(docker.up().with("PULL", "x").with("DOWN", "1").run()))
        .endsWith("up: that failed; do it with: " + DOWN + "\n");
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
      assertThat(err.lines())
          .containsExactly("up: interrupted", "up: taking down what was started");
    } finally {
      up.destroyForcibly();
    }
    assertThat(up.exitValue()).isEqualTo(code);
    assertThat(docker.asked()).endsWith("docker ends", DOWN);
  }
}
