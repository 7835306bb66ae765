// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Listener;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.part.StackOptions.External;
import io.fleetload.hono.embedded.part.StartFailure;
import io.fleetload.hono.embedded.wire.Wire;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.eclipse.hono.deviceregistry.server.DeviceRegistryAmqpServer;
import org.eclipse.hono.service.credentials.DelegatingCredentialsAmqpEndpoint;
import org.eclipse.hono.service.registration.DelegatingRegistrationAmqpEndpoint;
import org.eclipse.hono.service.tenant.DelegatingTenantAmqpEndpoint;

/**
 * The device registry: Hono's AMQP server with the three endpoints that the adapter and the router
 * use, over one database, which is the built-in wire server's or a MongoDB of the user's own.
 */
public final class Registry implements Part {

  /** Enough for a thousand handshakes a second of about 1 ms each; more would only queue. */
  private static final int THREADS = 4;

  private static final int PATIENCE_SECONDS = 10;

  private final Wire wire;
  private final String connectionString;
  private final Optional<External> external;
  private final String name;
  private Vertx vertx;
  private MongoClient client;
  private int port;

  private Registry(Wire wire, String connectionString, Optional<External> external, String name) {
    this.wire = wire;
    this.connectionString = connectionString;
    this.external = external;
    this.name = name;
  }

  /** A registry in the built-in wire server. */
  public static Registry on(Wire wire, Listener wireServer, String database) {
    return new Registry(wire, "mongodb://" + wireServer.address(), Optional.empty(), database);
  }

  /** A registry in a MongoDB of the user's own. */
  public static Registry on(Wire wire, External external, String database) {
    return new Registry(wire, external.connectionString(), Optional.of(external), database);
  }

  @Override
  public String name() {
    return "device registry";
  }

  @Override
  public Optional<Listener> listener() {
    return Optional.empty();
  }

  @Override
  public void start() throws Exception {
    serve(database());
  }

  private MongoDatabase database() throws StartFailure {
    try {
      client = MongoClients.create(settings());
      MongoDatabase database = client.getDatabase(name);
      database.runCommand(new Document("ping", 1));
      new RegistryIndexes(database, external.isEmpty()).create();
      return database;
    } catch (RuntimeException e) {
      if (external.isPresent()) {
        // Only the kind of error: the driver's messages repeat user names and parts of the string.
        throw new StartFailure(
            "MongoDB of $%s: not usable (%s); check the connection string in it and the access rights"
                .formatted(external.get().variable(), e.getClass().getSimpleName()));
      }
      throw e;
    }
  }

  private MongoClientSettings settings() {
    return MongoClientSettings.builder()
        .applyConnectionString(new ConnectionString(connectionString))
        .applyToClusterSettings(c -> c.serverSelectionTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .build();
  }

  private void serve(MongoDatabase database) throws Exception {
    vertx = Vertx.vertx();
    WorkerExecutor threads = vertx.createSharedWorkerExecutor("registry", THREADS);
    Rehearsal rehearsal = new Rehearsal(vertx, wire);
    DeviceRegistryAmqpServer one = new DeviceRegistryAmqpServer();
    FutureWait.on(
        serve(one, new Lookups(threads, (collection, filter) -> Rehearsal.oneDevice(collection)), 0)
            .compose(rehearsal::with)
            .compose(done -> vertx.undeploy(one.deploymentID())));
    port =
        FutureWait.on(
            serve(
                new DeviceRegistryAmqpServer(),
                new Lookups(
                    threads,
                    (collection, filter) -> database.getCollection(collection).find(filter)),
                // Where its clients look for it, if it was there before.
                port));
    FutureWait.on(rehearsal.with(port));
  }

  private Future<Integer> serve(DeviceRegistryAmqpServer server, Lookups lookups, int at) {
    Tenants tenants = new Tenants(lookups);
    return wire.serve(
        vertx,
        server,
        List.of(
            new DelegatingTenantAmqpEndpoint<>(vertx, tenants),
            new DelegatingRegistrationAmqpEndpoint<>(vertx, new Registrations(lookups, tenants)),
            new DelegatingCredentialsAmqpEndpoint<>(vertx, new Credentials(lookups, tenants))),
        at);
  }

  /** Port of its AMQP server on the loopback interface; known only once it is started. */
  public int port() {
    return port;
  }

  @Override
  public void stop() throws Exception {
    if (vertx != null) {
      FutureWait.on(vertx.close());
    }
    if (client != null) {
      client.close();
    }
  }
}
