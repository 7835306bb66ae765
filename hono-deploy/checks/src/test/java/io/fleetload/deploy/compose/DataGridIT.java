// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of the data grid's image, started as compose.yaml starts it and with its files. */
@Tag("nightly")
@Tag("deploy")
class DataGridIT {
  private static final String PASSWORD = "a-password";
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String CLASS_PATH = "data-grid/target/classpath";
  private static final int PORT = 11_222;
  private static final int EPHEMERAL = 32_768;

  @TempDir private Path root;
  private final JsonNode compose = DeployFolder.yaml("compose/compose.yaml");

  DataGridIT() throws IOException {}

  @Test
  void itStartsAndTheRouterMayUseItsCache() throws Exception {
    JsonNode router = ComposeFile.configuration(compose, "router");
    JsonNode remote = router.at("/hono/commandRouter/cache/remote");
    int port = freePort();
    try (Background server = start(port - PORT)) {
      assertThat(server.until("ISPN080001")).as(server.said()).isNotNull();
      Program.Said own = router(remote, port, PASSWORD);
      assertThat(own.out()).as(own.err()).isEqualTo("read adapter-1\n");
      Program.Said stranger = router(remote, port, "wrong");
      assertThat(stranger.code()).isNotZero();
      assertThat(stranger.err()).contains("Invalid credentials");
    }
  }

  /** As the image's entrypoint, on other ports and loopback alone. */
  private Background start(int offset) throws IOException {
    Path conf = Files.createDirectories(root.resolve("conf"));
    for (JsonNode each : compose.at("/services/data-grid/configs")) {
      JsonNode config = compose.path("configs").path(each.path("source").asText());
      String text =
          config.has("file")
              ? DeployFolder.text("compose/" + config.path("file").asText())
              : ComposeFile.unfolded(config.path("content").asText(), PASSWORD);
      Files.writeString(conf.resolve(Path.of(each.path("target").asText()).getFileName()), text);
    }
    try (InputStream log = DataGridIT.class.getResourceAsStream("/data-grid-log4j2.xml")) {
      Files.copy(log, conf.resolve("log4j2.xml"));
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                DeployFolder.text(CLASS_PATH),
                "org.infinispan.server.Bootstrap",
                "-s",
                root.toString(),
                "-b",
                "127.0.0.1",
                "-o",
                Integer.toString(offset)));
    JsonNode entrypoint = compose.at("/services/data-grid/entrypoint");
    for (int i = 1; i < entrypoint.size(); i++) {
      command.add(entrypoint.get(i).asText());
    }
    return new Background(root.toFile(), command);
  }

  /** What a router with that configuration may do. */
  private static Program.Said router(JsonNode remote, int port, String password)
      throws IOException, InterruptedException {
    return Program.of(
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            DeployFolder.text(CLASS_PATH),
            Path.of("src/test/resources/RouterCache.java").toString(),
            Integer.toString(port),
            remote.path("authServerName").asText(),
            remote.path("authRealm").asText(),
            remote.path("saslMechanism").asText(),
            remote.path("authUsername").asText(),
            password)
        .run();
  }

  /**
   * The server counts from its own port on. Below the kernel's ephemeral ports no connection takes
   * it in between.
   */
  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(PORT + 1, EPHEMERAL);
      try {
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        return port;
      } catch (BindException e) {
        // Another one is free.
      }
    }
  }
}
