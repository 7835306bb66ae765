// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.fleetload.hono.embedded.part.FreePorts;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.fleetload.hono.embedded.registry.MongoWireServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.californium.core.CoapResponse;
import org.eclipse.californium.core.coap.CoAP;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack over a database that stops answering: what waits for it fails as in Hono. */
@Tag("nightly")
@Tag("servers")
class OverloadIT {

  private static final long PATIENCE_MILLIS = 120_000;
  private static final List<String> DEVICES = List.of("a", "b", "c");

  /** More than 100 in all, which is the credit; of one device no more than it may repeat (64). */
  private static final int QUERIES_OF_A_DEVICE = 50;

  private static final Pattern NO_CREDIT =
      Pattern.compile("hono_amqp_nocredit_total\\{[^}]*tenant=\"T\",type=\"cmd_router\"");

  @TempDir private Path directory;

  @Test
  @Timeout(600)
  void aRouterThatIsSlowAnswersCommandQueriesWith503WhileTelemetryGoesOn() throws Exception {
    Listener listener =
        new Listener("MongoDB", Transport.TCP, "127.0.0.1", 0, "--mongodb-port")
            .claimed(FreePorts.taken());
    MongoWireServer server = new MongoWireServer(listener, Optional.empty());
    server.start();
    try (StallingProxy proxy = new StallingProxy(listener.host(), listener.port());
        StackProcess stack =
            new StackProcess(
                directory,
                Map.of("REGISTRY", "mongodb://127.0.0.1:" + proxy.port()),
                StackProcess.freePortsAnd(
                    "--request-timeout=5s",
                    "--flow-latency=5s",
                    "--tenant=T",
                    "--mongodb-uri-env=REGISTRY"))) {
      JsonObject at = stack.ready();
      try (MongoClient mongo = MongoClients.create("mongodb://" + listener.address())) {
        RegistryContent content = new RegistryContent(mongo.getDatabase(at.getString("database")));
        content.tenant("T");
        for (String device : DEVICES) {
          content.device("T", device);
          content.key("T", device, "k");
        }
      }
      overload(at, proxy);
    } finally {
      server.stop();
    }
  }

  private static void overload(JsonObject at, StallingProxy proxy) throws Exception {
    List<Device> devices = new ArrayList<>();
    try {
      // The adapter knows the tenant and the devices from now on. The router knows neither.
      for (String name : DEVICES) {
        Device device = new Device(at.getString("coap"), name + "@T", "k", PATIENCE_MILLIS);
        devices.add(device);
        // The first answers of all services may take longer than they are given.
        while (!telemetry(device).equals("2.04")) {}
      }
      proxy.stall();
      // A query keeps its credit for 5 s at most. Where the machine is too busy for so many in this
      // time, more follow until the credit has run out.
      do {
        query(devices);
      } while (!NO_CREDIT.matcher(metrics(at)).find());
      assertThat(telemetry(devices.get(0))).isEqualTo("2.04");
      proxy.resume();
    } finally {
      devices.forEach(Device::close);
    }
    assertThat(metrics(at))
        .containsPattern("hono_amqp_timeout_total\\{[^}]*tenant=\"T\",type=\"cmd_router\"")
        .containsPattern(NO_CREDIT)
        .containsPattern("hono_amqp_delivery_duration_seconds_count\\{.*type=\"registration\"");
  }

  private static void query(List<Device> devices) throws Exception {
    List<CompletableFuture<CoapResponse>> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES_OF_A_DEVICE; i++) {
      devices.forEach(each -> queries.add(each.posted("telemetry?hono-ttd=20", "{}")));
    }
    for (CompletableFuture<CoapResponse> query : queries) {
      assertThat(query.get().getCode().text).isEqualTo("5.03");
    }
  }

  private static String metrics(JsonObject at) throws Exception {
    return StackProcess.get(at.getString("http") + "/prometheus").body();
  }

  private static String telemetry(Device device) throws Exception {
    return device.post("telemetry", CoAP.Type.CON, "{}").getCode().text;
  }
}
