// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.FakeProgram;
import io.fleetload.deploy.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts that make secrets: what they ask of a cluster, and that no file of theirs stays. */
class SecretsTest {
  /** Lists the files that a secret is made of, with their rights, as the script sees them. */
  private static final String KUBECTL =
      """
      case "$*" in
        *create*)
          stat -c '%A %n' * >>"$FILES"
          [ -z "${SIGNAL:-}" ] || kill -"$SIGNAL" "$PPID"
          for part in $*; do
            case $part in --from-file=*) echo "$part: $(tail -n 1 "${part##*=}")" ;; esac
          done ;;
        *apply*) cat "$3" >>"$APPLIED" ;;
        *"get secret"*) exit 1 ;;
      esac
      """;

  private static final String URI = "mongodb+srv://user:word@cluster.example.org/hono";

  @TempDir private Path folder;
  private Path temporary;
  private FakeProgram kubectl;

  @BeforeEach
  void fake() throws Exception {
    assumeTrue(Program.isThere("openssl"), "openssl is not here");
    temporary = Files.createDirectory(folder.resolve("temporary"));
    kubectl = new FakeProgram(Files.createDirectory(folder.resolve("fakes")), "kubectl", KUBECTL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks/helm/secrets", "simulators/secrets"})
  void filesAreTheOwnersAloneAndGoAtTheEnd(String script) throws Exception {
    Program.Said said = secrets("sh", script).with("MONGODB_URI", URI).run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(temporary).isEmptyDirectory();
    assertThat(Files.readAllLines(folder.resolve("files")))
        .isNotEmpty()
        .allMatch(file -> file.startsWith("-rw------- "));
    assertThat(kubectl.asked()).noneMatch(call -> call.contains("user:word"));
  }

  @ParameterizedTest
  @CsvSource({
    "dash, eks/helm/secrets, HUP, 129",
    "dash, eks/helm/secrets, INT, 130",
    "dash, eks/helm/secrets, TERM, 143",
    "bash, eks/helm/secrets, TERM, 143",
    "dash, simulators/secrets, HUP, 129",
    "dash, simulators/secrets, INT, 130",
    "dash, simulators/secrets, TERM, 143",
    "bash, simulators/secrets, TERM, 143"
  })
  void nothingStaysOfOneThatIsInterrupted(String shell, String script, String signal, int code)
      throws Exception {
    assumeTrue(Program.isThere(shell), shell + " is not here");
    Program.Said said =
        secrets(shell, script).with("MONGODB_URI", URI).with("SIGNAL", signal).run();

    assertThat(folder.resolve("files")).as("it had begun").isNotEmptyFile();
    assertThat(said.code()).as(said.err()).isEqualTo(code);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aDeviceIsNotToldTheDatabase() throws Exception {
    Program.Said said = secrets("sh", "simulators/secrets").with("MONGODB_URI", URI).run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(kubectl.asked())
        .contains(
            "--namespace load create secret generic provisioning --from-file=MONGODB_URI=uri"
                + " --from-file=PSK_SECRET=psk --dry-run=client -o yaml",
            "--namespace load create secret generic device-simulator --from-file=PSK_SECRET=psk"
                + " --dry-run=client -o yaml");
  }

  @Test
  void whereTheRegistryIsReachedByItsManagementApiProvisioningNeedsNoDatabase() throws Exception {
    Program.Said said =
        secrets("sh", "simulators/secrets")
            .with("MONGODB_URI", "")
            .with("REGISTRY_PASSWORD", "w0rd")
            .with("PSK_SECRET", "s3cret")
            .run();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(folder.resolve("applied"))
        .hasContent(
            """
            --from-file=REGISTRY_PASSWORD=registry: w0rd
            --from-file=PSK_SECRET=psk: s3cret
            --from-file=PSK_SECRET=psk: s3cret
            """);
    assertThat(kubectl.asked()).noneMatch(call -> call.contains("w0rd"));
  }

  @ParameterizedTest
  @CsvSource({
    "eks/helm/secrets, openssl, rand",
    "eks/helm/secrets, openssl, ''",
    "eks/helm/secrets, kubectl, create",
    "eks/helm/secrets, kubectl, apply",
    "simulators/secrets, openssl, rand",
    "simulators/secrets, openssl, ''",
    "simulators/secrets, kubectl, create",
    "simulators/secrets, kubectl, apply"
  })
  void aProgramThatFailsIsOneLineAndNoSecret(String script, String program, String when)
      throws Exception {
    String fails = "case \"$*\" in *%s*) echo \"it fails\" >&2; exit 1 ;; esac%n".formatted(when);
    String otherwise =
        program.equals("kubectl")
            ? KUBECTL
            : "exec '%s' \"$@\"".formatted(Program.whereIs("openssl"));
    new FakeProgram(folder.resolve("fakes"), program, fails + otherwise);
    Program.Said said = secrets("sh", script).with("MONGODB_URI", URI).run();

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).startsWith("secrets: " + program + " ").endsWith(": it fails\n");
    assertThat(folder.resolve("applied")).doesNotExist();
    assertThat(temporary).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks/helm/secrets", "simulators/secrets"})
  void withoutTheConnectionStringNothingIsMade(String script) throws Exception {
    Program.Said said = secrets("sh", script).with("MONGODB_URI", "").run();

    assertThat(said.code()).isNotZero();
    assertThat(said.err()).contains("secrets: set MONGODB_URI ");
    assertThat(kubectl.asked()).isEmpty();
  }

  /** No signal is ignored in it, whatever the process that runs this ignores. */
  private Program secrets(String shell, String script) {
    return kubectl
        .before(Program.of("env", "--default-signal", shell, DeployFolder.at(script).toString()))
        .with("FILES", folder.resolve("files").toString())
        .with("APPLIED", folder.resolve("applied").toString())
        .with("TMPDIR", temporary.toString());
  }
}
