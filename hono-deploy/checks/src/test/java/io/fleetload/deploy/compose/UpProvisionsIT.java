// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code up} with the real provisioning tool, against the Kafka and the database server of the
 * embedded stack; only docker is played.
 */
@Tag("nightly")
@Tag("deploy")
class UpProvisionsIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir private Path folder;

  @Test
  void theDatabaseThatHonoHasNotStartedOnGetsTenantAndDevices() throws Exception {
    DockerStub docker = new DockerStub(folder.toRealPath());
    docker.forward("java", JAVA);
    docker.provisioningOf(DeployFolder.at("../provisioning/target"));
    try (Background stack = stack()) {
      String ready = stack.until("\"ready\"");
      assertThat(ready).as(stack.said()).isNotNull();
      profileFor(new ObjectMapper().readTree(ready), docker.compose("profile.yaml"));

      Program.Said first = docker.up().run();
      assertThat(first.code()).as(first.out() + first.err()).isZero();
      assertThat(first.out()).contains("devices: 50 created");

      Program.Said again = docker.up().run();
      assertThat(again.code()).as(again.out() + again.err()).isZero();
      assertThat(again.out()).contains("50 unchanged");
    }
  }

  private Background stack() throws IOException {
    return new Background(
        folder.toFile(),
        List.of(
            JAVA.toString(),
            "-XX:TieredStopAtLevel=1",
            "-jar",
            DeployFolder.at("embedded/target/hono-embedded.jar").toString(),
            "--coap-port=0",
            "--kafka-port=0",
            "--mongodb-port=0",
            "--infinispan-port=0",
            "--http-port=0"));
  }

  /** The profile as it is shipped, with the ports and an empty database of this machine. */
  private static void profileFor(JsonNode endpoints, Path profile) throws IOException {
    String shipped = Files.readString(profile);
    String here =
        shipped
            .replace("kafka: 127.0.0.1:9092", "kafka: " + endpoints.path("kafka").asText())
            .replace(
                "mongodb: mongodb://127.0.0.1:27017",
                "mongodb: " + endpoints.path("mongodb").asText())
            .replace("database: hono", "database: nobody-was-here");
    assertThat(here).isNotEqualTo(shipped).doesNotContain(":9092", ":27017", "database: hono");
    Files.writeString(profile, here);
  }
}
