package io.fleetload.hono.embedded.registry;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.embedded.Listener;
import io.fleetload.hono.embedded.Part;
import io.fleetload.hono.embedded.StackOptions.External;
import io.fleetload.hono.embedded.StartFailure;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.eclipse.hono.client.registry.CredentialsClient;
import org.eclipse.hono.client.registry.DeviceRegistrationClient;
import org.eclipse.hono.client.registry.TenantClient;

/**
 * The registry as the adapter and the router see it: three clients over one database, which is the
 * built-in wire server's or a MongoDB of the user's own.
 */
public final class Registry implements Part {

  /** Enough for a thousand handshakes a second of about 1 ms each; more would only queue. */
  private static final int THREADS = 4;

  private static final int PATIENCE_SECONDS = 10;

  private final Vertx vertx;
  private final String connectionString;
  private final Optional<External> external;
  private final String name;
  private MongoClient client;
  private WorkerExecutor threads;
  private TenantClient tenants;
  private DeviceRegistrationClient registrations;
  private CredentialsClient credentials;

  private Registry(Vertx vertx, String connectionString, Optional<External> external, String name) {
    this.vertx = vertx;
    this.connectionString = connectionString;
    this.external = external;
    this.name = name;
  }

  /** A registry in the built-in wire server. */
  public static Registry on(Vertx vertx, Listener wireServer, String database) {
    return new Registry(vertx, "mongodb://" + wireServer.address(), Optional.empty(), database);
  }

  /** A registry in a MongoDB of the user's own. */
  public static Registry on(Vertx vertx, External external, String database) {
    return new Registry(vertx, external.connectionString(), Optional.of(external), database);
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
  public void start() throws StartFailure {
    try {
      client = MongoClients.create(settings());
      MongoDatabase database = client.getDatabase(name);
      database.runCommand(new Document("ping", 1));
      new RegistryIndexes(database, external.isEmpty()).create();
      serve(database);
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

  private void serve(MongoDatabase database) {
    threads = vertx.createSharedWorkerExecutor("registry", THREADS);
    Lookups lookups = new Lookups(threads, database);
    Tenants tenantDocuments = new Tenants(lookups);
    tenants = new InProcessTenantClient(tenantDocuments);
    registrations = new InProcessRegistrationClient(new Registrations(lookups, tenantDocuments));
    credentials = new InProcessCredentialsClient(new Credentials(lookups, tenantDocuments));
  }

  /** Who a tenant is; only once started. */
  public TenantClient tenants() {
    return tenants;
  }

  /** Whether a device may send; only once started. */
  public DeviceRegistrationClient registrations() {
    return registrations;
  }

  /** What a device's key is; only once started. */
  public CredentialsClient credentials() {
    return credentials;
  }

  @Override
  public void stop() {
    if (threads != null) {
      threads.close();
    }
    if (client != null) {
      client.close();
    }
  }
}
