// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What the chart renders with our values, or the stub of it, before and after the post-renderer.
 */
final class RenderedHono {
  static final String BROKERS = "b-1.example.org:9094";

  private RenderedHono() {}

  /** Whether there is something that builds a kustomization. */
  static boolean canPatch() {
    return Program.isThere("kubectl") || Program.isThere("kustomize");
  }

  /** Whether there is helm, and the chart where HONO_CHART says. */
  static boolean hasChart() {
    String chart = System.getenv("HONO_CHART");
    return chart != null
        && Files.exists(Path.of(chart, "Chart.yaml"))
        && (!helm().equals("helm") || Program.isThere("helm"));
  }

  private static String helm() {
    return Stream.of("HELM_4", "HELM_3")
        .map(System::getenv)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("helm");
  }

  /** Of the chart, with the values of that version of Hono beside ours. */
  static String ofChart(String... versions) throws IOException, InterruptedException {
    Path site = Files.createTempFile("site", ".yaml");
    try {
      Files.writeString(
          site,
          "adapters: { kafkaMessagingSpec: { commonClientConfig: { bootstrap.servers: \""
              + BROKERS
              + "\" } } }");
      List<String> command =
          new ArrayList<>(
              List.of(
                  helm(),
                  "template",
                  "eclipse-hono",
                  System.getenv("HONO_CHART"),
                  "--namespace=hono",
                  "--values=" + DeployFolder.at("eks/helm/values.yaml"),
                  "--values=" + site));
      for (String version : versions) {
        command.add("--values=" + DeployFolder.at("eks/helm/values-" + version + ".yaml"));
      }
      Program.Said said = Program.of(command.toArray(String[]::new)).run();
      assertThat(said.code()).as(said.err()).isZero();
      return said.out();
    } finally {
      Files.delete(site);
    }
  }

  /** Our stub of it. */
  static String ofStub() throws IOException {
    try (InputStream stub = RenderedHono.class.getResourceAsStream("/rendered-stub.yaml")) {
      return new String(stub.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Through the post-renderer. */
  static Program.Said patched(String rendered) throws IOException, InterruptedException {
    return Program.of(DeployFolder.at("eks/helm/post-render").toString()).reading(rendered).run();
  }
}
