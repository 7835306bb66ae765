// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.bson.Document;

/** The device registry's MongoDB database. */
public final class RegistryDatabase implements AutoCloseable {
  /** The longest wait for a server, in s. */
  static final int REACH_SECONDS = 5;

  /** The longest wait for a new primary, in s; elections take about 12 at most. */
  private static final int ELECTION_SECONDS = 30;

  /** Said of a mongodb+srv name. */
  static final String NOT_IN_DNS = "its servers are not found in DNS";

  private static final List<String> COLLECTIONS = List.of("tenants", "devices", "credentials");

  private static final int ANSWER_SECONDS = 120;

  private final MongoClient client;
  private final MongoDatabase database;
  private final RegistryTrouble trouble;
  private final String hosts;

  private RegistryDatabase(MongoClient client, String hosts, String database, boolean tls) {
    this.client = client;
    this.hosts = hosts;
    this.database = client.getDatabase(database);
    this.trouble = new RegistryTrouble(hosts, database, tls, client);
  }

  /**
   * Opens the database and waits for its answer.
   *
   * @param target its connection string may hold a password; no message ever shows it
   * @throws UsageException if there is no valid connection string
   * @throws TargetException if no server answers
   */
  public static RegistryDatabase open(HonoTarget target) throws UsageException, TargetException {
    // Whether anybody is there shows soon; a new primary takes longer, in the middle of the work.
    try (RegistryDatabase first = client(target, REACH_SECONDS)) {
      try {
        first.command("ping");
      } catch (MongoException e) {
        throw first.trouble(e);
      }
    }
    return client(target, ELECTION_SECONDS);
  }

  public MongoCollection<Document> tenants() {
    return collection("tenants");
  }

  /** The devices' registrations. */
  public MongoCollection<Document> devices() {
    return collection("devices");
  }

  /** The devices' credentials. */
  public MongoCollection<Document> credentials() {
    return collection("credentials");
  }

  MongoCollection<Document> collection(String name) {
    return database.getCollection(name);
  }

  /**
   * Requires that a registry's collections are there.
   *
   * @throws TargetException if not; a wrong name would make a second registry, which Hono does not
   *     read
   */
  public void requireRegistry() throws TargetException {
    Set<String> here = database.listCollectionNames().into(new HashSet<>());
    if (Collections.disjoint(here, COLLECTIONS)) {
      throw new TargetException(
          ("%s holds no device registry of Hono (no collection tenants, devices or credentials);"
                  + " nothing is written: set target.database%s, or give --new-registry for one"
                  + " that Hono has not started on yet")
              .formatted(place(), others()));
    }
  }

  /** Databases of the server that hold a registry; nothing where we may not look. */
  private String others() {
    try {
      List<String> others = new ArrayList<>();
      for (String name : client.listDatabaseNames()) {
        Set<String> there = client.getDatabase(name).listCollectionNames().into(new HashSet<>());
        if (there.containsAll(COLLECTIONS)) {
          others.add(name);
        }
      }
      return others.isEmpty() ? "" : " (a registry is in " + String.join(", ", others) + ")";
    } catch (MongoException e) {
      return "";
    }
  }

  /**
   * Requires that this user may write, where the server tells.
   *
   * @throws TargetException if it may not
   */
  public void requireWritable() throws TargetException {
    Document status;
    try {
      status =
          database.runCommand(new Document("connectionStatus", 1).append("showPrivileges", true));
    } catch (MongoException e) {
      // Not every server that speaks the protocol has this; the first write will tell then.
      return;
    }
    Optional<String> lacking = new Privileges(database.getName(), status).lacking(COLLECTIONS);
    if (lacking.isPresent()) {
      throw new TargetException(
          "%s does not let this user %s (target.mongodb); nothing is written: not authorised"
              .formatted(place(), lacking.get()));
    }
  }

  /** The answer to a command without arguments. */
  Document command(String name) {
    return database.runCommand(new Document(name, 1));
  }

  /** Host, port and database, without user and password. */
  public String place() {
    return "mongodb " + hosts + "/" + database.getName();
  }

  /** The driver's failure, in one line for the user. */
  public TargetException trouble(MongoException failure) {
    return trouble.of(failure);
  }

  @Override
  public void close() {
    client.close();
  }

  private static RegistryDatabase client(HonoTarget target, int patienceSeconds)
      throws UsageException, TargetException {
    String connectionString = target.access().connectionString();
    try {
      ConnectionString where = new ConnectionString(connectionString);
      MongoClientSettings.Builder settings = settings(where, patienceSeconds);
      if (target.access().mongodbTls() != null) {
        SSLContext context = target.access().mongodbTls().files().context();
        settings.applyToSslSettings(tls -> tls.enabled(true).context(context));
      }
      MongoClientSettings built = settings.build();
      return new RegistryDatabase(
          MongoClients.create(built),
          String.join(",", where.getHosts()),
          target.access().database(),
          built.getSslSettings().isEnabled());
    } catch (MongoException e) {
      // A mongodb+srv name is looked up before there is a client.
      throw new TargetException(
          "mongodb at %s is not reachable (target.mongodb): %s"
              .formatted(host(connectionString), NOT_IN_DNS));
    } catch (IllegalArgumentException e) {
      throw noConnectionString();
    }
  }

  /** Part after user and password; nothing that could be a part of them. */
  private static String host(String connectionString) {
    String rest = connectionString.substring(Math.max(0, connectionString.indexOf("://") + 3));
    String host = rest.substring(rest.lastIndexOf('@') + 1).split("[/?]", 2)[0];
    return host.matches("[A-Za-z0-9.,:-]+") ? host : "its host";
  }

  /** Without the driver's own words, which may repeat a part of the string. */
  private static UsageException noConnectionString() {
    return new UsageException(
        "target.mongodb: is no connection string that the MongoDB driver takes; expected"
            + " mongodb://[user:password@]host:port[/?options], special characters of the"
            + " password percent-encoded");
  }

  private static MongoClientSettings.Builder settings(ConnectionString where, int patienceSeconds) {
    return MongoClientSettings.builder()
        .applyConnectionString(where)
        .applyToClusterSettings(
            cluster -> {
              if (where.getServerSelectionTimeout() == null) {
                cluster.serverSelectionTimeout(patienceSeconds, TimeUnit.SECONDS);
              }
            })
        .applyToSocketSettings(
            socket -> {
              socket.connectTimeout(REACH_SECONDS, TimeUnit.SECONDS);
              if (where.getSocketTimeout() == null) {
                // An index over many documents takes long to build; a dead server takes for ever.
                socket.readTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
              }
            });
  }
}
