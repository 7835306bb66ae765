package io.fleetload.provisioning.registry;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The device registry's MongoDB database. */
public final class RegistryDatabase implements AutoCloseable {
  /** The longest wait for a server, in s. */
  static final int REACH_SECONDS = 5;

  /** Said of a mongodb+srv name. */
  static final String NOT_IN_DNS = "its servers are not found in DNS";

  private static final int ANSWER_SECONDS = 120;

  private final MongoClient client;
  private final MongoDatabase database;
  private final RegistryTrouble trouble;
  private final String hosts;

  private RegistryDatabase(MongoClient client, String hosts, String database) {
    this.client = client;
    this.hosts = hosts;
    this.database = client.getDatabase(database);
    this.trouble = new RegistryTrouble(hosts, database, client);
  }

  /**
   * Opens the database and waits for its answer.
   *
   * @param connectionString may hold a password; no message ever shows it
   * @throws UsageException if there is no connection string or it is none
   * @throws TargetException if no server answers
   */
  public static RegistryDatabase open(String connectionString, String database)
      throws UsageException, TargetException {
    if (connectionString == null) {
      throw new UsageException(
          "target.mongodb: is missing; provisioning and its check need the registry's database");
    }
    RegistryDatabase registry = client(connectionString, database);
    try {
      registry.command("ping");
      return registry;
    } catch (MongoException e) {
      TargetException why = registry.trouble(e);
      registry.close();
      throw why;
    }
  }

  MongoCollection<Document> tenants() {
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

  /** The answer to a command without arguments. */
  Document command(String name) {
    return database.runCommand(new Document(name, 1));
  }

  /** Host, port and database, without user and password. */
  public String place() {
    return "mongodb " + hosts + "/" + database.getName();
  }

  /** What the driver says, in one line for the user. */
  public TargetException trouble(MongoException failure) {
    return trouble.of(failure);
  }

  @Override
  public void close() {
    client.close();
  }

  private static RegistryDatabase client(String connectionString, String database)
      throws UsageException, TargetException {
    try {
      ConnectionString where = new ConnectionString(connectionString);
      MongoClient client = MongoClients.create(settings(where));
      return new RegistryDatabase(client, String.join(",", where.getHosts()), database);
    } catch (MongoException e) {
      // A mongodb+srv name is looked up before there is a client.
      throw new TargetException(
          "mongodb at %s is not reachable (target.mongodb): %s"
              .formatted(host(connectionString), NOT_IN_DNS));
    } catch (IllegalArgumentException e) {
      throw noConnectionString();
    }
  }

  /** What follows user and password; nothing that could be a part of them. */
  private static String host(String connectionString) {
    String rest = connectionString.substring(connectionString.indexOf("://") + 3);
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

  private static MongoClientSettings settings(ConnectionString where) {
    return MongoClientSettings.builder()
        .applyConnectionString(where)
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(REACH_SECONDS, TimeUnit.SECONDS))
        .applyToSocketSettings(
            socket -> {
              socket.connectTimeout(REACH_SECONDS, TimeUnit.SECONDS);
              if (where.getSocketTimeout() == null) {
                // An index over many documents takes long to build; a dead server takes for ever.
                socket.readTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
              }
            })
        .build();
  }
}
