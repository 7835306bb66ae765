package io.fleetload.hono.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.Listener;
import io.fleetload.hono.embedded.Listener.Transport;
import io.fleetload.hono.embedded.RegistryContent;
import io.fleetload.hono.embedded.Waiting;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A registry over an empty in-memory database for each test, with one tenant, T. */
abstract class RegistryInMemory {

  static Vertx vertx;
  static MongoWireServer server;
  static Listener at;
  static MongoClient mongo;

  MongoDatabase database;
  RegistryContent content;
  Registry registry;

  @BeforeAll
  static void startServer() throws Exception {
    vertx = Vertx.vertx();
    at = new Listener("MongoDB", Transport.TCP, "127.0.0.1", 0, "--mongodb-port").claimed();
    server = new MongoWireServer(at, Optional.empty());
    server.start();
    mongo = MongoClients.create("mongodb://" + at.address());
  }

  @AfterAll
  static void stopServer() throws Exception {
    mongo.close();
    server.stop();
    Waiting.on(vertx.close());
  }

  @BeforeEach
  void startRegistry() throws Exception {
    String name = "r" + System.nanoTime();
    database = mongo.getDatabase(name);
    content = new RegistryContent(database);
    registry = Registry.on(vertx, at, name);
    registry.start();
    content.tenant("T");
  }

  @AfterEach
  void stopRegistry() {
    registry.stop();
    database.drop();
  }

  static int status(Future<?> future) {
    Throwable thrown = catchThrowable(() -> Waiting.on(future));
    assertThat(thrown).isInstanceOf(ExecutionException.class);
    return ServiceInvocationException.extractStatusCode(thrown.getCause());
  }
}
