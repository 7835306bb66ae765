// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.RegistryContent;
import io.fleetload.hono.embedded.part.FreePorts;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Listener.Transport;
import io.fleetload.hono.embedded.wire.Service;
import io.fleetload.hono.embedded.wire.Wire;
import io.fleetload.hono.embedded.wire.WireSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.amqp.connection.SendMessageSampler;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.client.registry.TenantClient;
import org.eclipse.hono.util.Lifecycle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A registry over an empty in-memory database for each test, with one tenant, T. */
abstract class RegistryInMemory {

  /** So long that a busy machine does not make a test fail. */
  private static final WireSettings PATIENT =
      new WireSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 1_000);

  static Wire wire;
  static Vertx vertx;
  static MongoWireServer server;
  static Listener at;
  static MongoClient mongo;

  MongoDatabase database;
  RegistryContent content;
  Registry registry;
  TenantClient tenants;
  DeviceRegistrationClient registrations;
  CredentialsClient credentials;

  @BeforeAll
  static void startServer() throws Exception {
    vertx = Vertx.vertx();
    wire = new Wire(PATIENT, Clock.systemUTC());
    at =
        new Listener("MongoDB", Transport.TCP, "127.0.0.1", 0, "--mongodb-port")
            .claimed(FreePorts.taken());
    server = new MongoWireServer(at, Optional.empty());
    server.start();
    mongo = MongoClients.create("mongodb://" + at.address());
  }

  @AfterAll
  static void stopServer() throws Exception {
    mongo.close();
    server.stop();
    FutureWait.on(vertx.close());
  }

  @BeforeEach
  void startRegistry() throws Exception {
    String name = "r" + System.nanoTime();
    database = mongo.getDatabase(name);
    content = new RegistryContent(database);
    registry = Registry.on(wire, at, name);
    registry.start();
    tenants = callers().tenants(registry.port());
    registrations = callers().registrations(registry.port());
    credentials = callers().credentials(registry.port());
    for (Lifecycle client : clients()) {
      FutureWait.on(client.start());
    }
    content.tenant("T");
  }

  static Wire.Clients callers() {
    return wire.clients(Service.COAP_ADAPTER, vertx, SendMessageSampler.Factory.noop());
  }

  private List<Lifecycle> clients() {
    return List.of(tenants, registrations, credentials);
  }

  @AfterEach
  void stopRegistry() throws Exception {
    for (Lifecycle client : clients()) {
      FutureWait.on(client.stop());
    }
    registry.stop();
    database.drop();
  }

  static int status(Future<?> future) {
    Throwable thrown = catchThrowable(() -> FutureWait.on(future));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return ServiceInvocationException.extractStatusCode(thrown.getCause());
  }
}
