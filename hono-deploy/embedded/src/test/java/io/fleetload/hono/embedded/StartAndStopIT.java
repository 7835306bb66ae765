// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.californium.core.coap.CoAP;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartAndStopIT {

  private static final long PATIENCE_MILLIS = 120_000;

  @TempDir private Path directory;

  @Test
  void aTakenPortIsOneLineAndExitCode3() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        StackProcess stack =
            new StackProcess(
                directory,
                StackProcess.freePortsAnd(
                    "--infinispan-port", Integer.toString(taken.getLocalPort())))) {
      assertThat(stack.exitCode()).isEqualTo(3);
      assertThat(stack.errors())
          .singleElement()
          .asString()
          .contains("Infinispan", "127.0.0.1:" + taken.getLocalPort(), "--infinispan-port");
      assertThat(stack.restOfStdout()).isEmpty();
      assertThat(stack.leftBehind()).isEmpty();
    }
  }

  @Test
  void theEndOfStdinWhileStartingIsNoFailure() throws Exception {
    try (StackProcess stack = new StackProcess(directory, StackProcess.freePortsAnd())) {
      assertThat(stack.endStdin()).isZero();
      assertThat(stack.restOfStdout()).isEmpty();
      assertThat(stack.errors()).isEmpty();
      assertThat(stack.leftBehind()).isEmpty();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("servers")
  void whatIsKeptOnDiskSurvivesARestart() throws Exception {
    String[] arguments =
        StackProcess.freePortsAnd(
            StackProcess.patient("--tenant", "T", "--data", directory.resolve("data").toString()));
    try (StackProcess first = new StackProcess(directory, arguments)) {
      JsonObject at = first.ready();
      try (MongoClient mongo = MongoClients.create(at.getString("mongodb"))) {
        RegistryContent content = new RegistryContent(mongo.getDatabase(at.getString("database")));
        content.tenant("T");
        content.device("T", "dev");
        content.key("T", "dev", "k");
      }
      send(at, "{\"n\":1}");
      first.terminate();
      assertThat(first.exitCode()).isEqualTo(143);
      assertThat(first.errors()).isEmpty();
    }
    try (StackProcess second = new StackProcess(directory, arguments)) {
      JsonObject at = second.ready();
      send(at, "{\"n\":2}");
      try (Application application = new Application(at.getString("kafka"), "T")) {
        assertThat(application.next(r -> r.key().equals("dev")).value())
            .asString(StandardCharsets.UTF_8)
            .isEqualTo("{\"n\":1}");
      }
      assertThat(second.endStdin()).isZero();
      assertThat(second.errors()).isEmpty();
    }
  }

  private static void send(JsonObject at, String json) throws Exception {
    try (Device device = new Device(at.getString("coap"), "dev@T", "k", PATIENCE_MILLIS)) {
      assertThat(device.post("telemetry", CoAP.Type.CON, json).getCode().text).isEqualTo("2.04");
    }
  }
}
