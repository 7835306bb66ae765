// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.PrometheusPage;
import io.fleetload.scenario.Scenario;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools accept the profiles that the deployments hand out. */
class ProfilesTest {
  private static final Map<String, String> SECRETS =
      Map.of("MONGODB_URI", "mongodb+srv://user:word@cluster.example.org/hono", "PSK_SECRET", "s");

  @TempDir private Path folder;

  @Test
  void theOneOfTerraform() throws Exception {
    String template = DeployFolder.text("eks/terraform/profile.yaml.tftpl");
    String profile =
        template
            .replaceAll("(?<!\\$)\\$\\{name}", "hono-load")
            .replaceAll("(?<!\\$)\\$\\{coap}", "hono-load-coap.elb.example.org:5684")
            .replaceAll("(?<!\\$)\\$\\{kafka}", "b-1.example.org:9094,b-2.example.org:9094")
            .replace("$${", "${");
    Path file = Files.writeString(folder.resolve("profile.yaml"), profile);

    HonoProfile read = (HonoProfile) Scenario.read(file, List.of(), SECRETS).profile();

    assertThat(read.target().access().mongodb()).isEqualTo(SECRETS.get("MONGODB_URI"));
    assertThat(read.target().kafkaProperties()).containsEntry("security.protocol", "SSL");
    assertThat(read.target().replication()).isEqualTo(3);
    assertThat(read.target().access().database()).isEqualTo("hono");
    String pages = DeployFolder.text("eks/helm/post-renderer/pages.yaml");
    assertThat(read.target().prometheus())
        .hasSize(4)
        .allMatch(PrometheusPage::everyAddress)
        .allMatch(
            each -> pages.contains("name: " + URI.create(each.url()).getHost().split("\\.")[0]));
  }

  @Test
  void theOneOfCompose() throws Exception {
    HonoProfile read =
        (HonoProfile)
            Scenario.read(DeployFolder.at("compose/profile.yaml"), List.of(), SECRETS).profile();

    assertThat(read.target().adapters().coap()).isEqualTo("127.0.0.1:5684");
    assertThat(read.target().kafka()).isEqualTo("127.0.0.1:9092");
    assertThat(read.target().access().mongodb()).startsWith("mongodb://127.0.0.1:27017");
  }
}
