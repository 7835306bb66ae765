// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.manifest.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The chart of a load test, and a helm that reads it. */
final class Chart {
  /** A user's profile. Its dollar is no variable of Helm's or of Kubernetes'. */
  static final String PROFILE = "run: { name: smoke }\n# $(JOB_NAME) {{ .Values }}\n";

  /** A file in which every value differs from its default. */
  static final String ALL_VALUES = Path.of("src/test/resources/chart-values.yaml").toString();

  private final String helm;
  private final Path folder;

  private Chart(String helm, Path folder) {
    this.helm = helm;
    this.folder = folder;
  }

  /**
   * The chart, by the helm that a variable of the environment names; the test is skipped without
   * it.
   *
   * @param folder gets a profile and the list of images
   */
  static Chart by(String variable, Path folder) throws IOException {
    String helm = System.getenv(variable);
    assumeTrue(helm != null, variable + " names no helm; .ci/run builds it where it can");
    Files.writeString(folder.resolve("profile.yaml"), PROFILE);
    Files.writeString(folder.resolve("images.txt"), images());
    return new Chart(helm, folder);
  }

  /** The lines that crane prints. */
  static String images() {
    StringBuilder lines = new StringBuilder();
    for (String tool :
        List.of("provisioning", "backend-simulator", "device-simulator", "loadtest")) {
      lines.append(image(tool)).append('\n');
    }
    return lines.toString();
  }

  /** An image that the nodes of the tests' Kubernetes play. */
  static String image(String tool) {
    return "fake.test/load/" + tool + "@sha256:" + "0123456789abcdef".repeat(4);
  }

  /** Lets helm do something with the chart, a profile and the images. */
  Program.Said helm(List<String> before, String... after) throws Exception {
    List<String> arguments = new ArrayList<>(before);
    arguments.add(DeployFolder.at("simulators").toString());
    arguments.addAll(List.of("--set-file", "profile=" + folder.resolve("profile.yaml")));
    arguments.addAll(List.of("--set-file", "images=" + folder.resolve("images.txt")));
    arguments.addAll(List.of(after));
    return bare(arguments.toArray(String[]::new));
  }

  /** Lets helm do something. */
  Program.Said bare(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(helm));
    command.addAll(List.of(arguments));
    return Program.of(command.toArray(String[]::new))
        .with("HELM_CACHE_HOME", folder.resolve("cache").toString())
        .with("HELM_CONFIG_HOME", folder.resolve("config").toString())
        .with("HELM_DATA_HOME", folder.resolve("data").toString())
        .with("KUBECONFIG", folder.resolve("admin.kubeconfig").toString())
        .run();
  }

  /** What helm would install as release {@code load-test} in namespace {@code team-a}. */
  Program.Said template(String... options) throws Exception {
    // A helm that is built from its module takes the cluster for an old one.
    return helm(
        List.of("template", "load-test", "--namespace", "team-a", "--kube-version", "1.36.0"),
        options);
  }

  /** The objects of it. */
  Manifests rendered(String... options) throws Exception {
    Program.Said said = template(options);
    assertThat(said.code()).as(said.err()).isZero();
    return Manifests.parse(said.out());
  }
}
