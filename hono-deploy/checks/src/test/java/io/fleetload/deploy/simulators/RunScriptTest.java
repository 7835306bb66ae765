// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script asks of a cluster and when, told by a kubectl that only writes it down. */
class RunScriptTest {
  private static final String KUBECTL =
      """
      #!/bin/sh
      [ "$1" = kustomize ] && exec "$REAL_KUBECTL" "$@"
      echo "$@" >> "$ASKED"
      case "$*" in
        *"get secret"*) [ -z "${NO_SECRET:-}" ] ;;
        *"get pods -l app=backend"*) echo backend-pod ;;
        *"get pod "*) printf "$VERDICT" ;;
        *" logs "*) echo "what it said" ;;
        *" cp "*) mkdir -p "$5" ;;
        *"apply"*"-f -") cat > /dev/null ;;
      esac
      """;

  @TempDir private Path folder;

  @BeforeEach
  void needsKubectl() throws IOException {
    assumeTrue(Program.isThere("kubectl"), "kubectl is not here");
    Path kubectl = Files.writeString(folder.resolve("kubectl"), KUBECTL);
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void topicsComeFirstThenTheBackendThenTheDevicesAndResultsAreFetchedBeforeTheEnd()
      throws Exception {
    Program.Said said = run().with("VERDICT", "5").run();

    assertThat(said.code()).as("the verdict's, " + said.err()).isEqualTo(5);
    assertThat(asked())
        .containsSubsequence(
            "--namespace load apply -l app=provisioning -f -",
            "--namespace load wait --for=condition=complete --timeout=15m job/provisioning",
            "--namespace load apply -l app=backend-simulator -f "
                + folder.resolve("out/manifests.yaml"),
            "--namespace load wait --for=jsonpath={.status.ready}=1 --timeout=5m"
                + " job/backend-simulator",
            "--namespace load apply -f " + folder.resolve("out/manifests.yaml"),
            "--namespace load wait --for=jsonpath={.status.containerStatuses[?(@.name==\"backend-simulator\")]"
                + ".state.terminated.exitCode} --timeout=2h pod/backend-pod",
            "--namespace load cp backend-pod:/results/backend "
                + folder.resolve("out/backend")
                + " -c keep",
            "--namespace load exec backend-pod -c keep -- touch /results/fetched")
        .last()
        .asString()
        .startsWith("--namespace load delete --ignore-not-found");
    assertThat(Files.readString(folder.resolve("out/manifests.yaml")))
        .contains("--shard 1/2", "--shard 2/2")
        .containsPattern("--run-id (0|[1-9a-f][0-9a-f]{0,7})\n")
        .doesNotContain("--start-at");
  }

  @Test
  void withoutTheSecretNothingIsStarted() throws Exception {
    Program.Said said = run().with("NO_SECRET", "1").run();

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.err())
        .contains("secret provisioning or device-simulator is missing in namespace load");
    assertThat(asked()).noneMatch(line -> line.contains("apply"));
  }

  private Program run() throws Exception {
    String path = System.getenv("PATH");
    String real = Program.of("sh", "-c", "command -v kubectl").run().out().strip();
    return Program.of(
            DeployFolder.at("simulators/run").toString(),
            DeployFolder.at("../profiles/quickstart.yaml").toString(),
            "2",
            folder.resolve("out").toString())
        .with("PATH", folder + File.pathSeparator + path)
        .with("REAL_KUBECTL", real)
        .with("ASKED", folder.resolve("asked").toString());
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(folder.resolve("asked"));
  }
}
