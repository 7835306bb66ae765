// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The way to the device registry of a target: its database, or its management API.
 *
 * @param mongodb may hold a password; not part of {@link #toString()}
 */
public record RegistryAccess(
    @Doc(
            value =
                "connection string of the device registry's MongoDB; with a password take it from"
                    + " the environment: ${MONGODB_URI}",
            byDefault = "mongodb://127.0.0.1:27017 when embedded",
            form = "mongodb(\\+srv)?://.+",
            expected = "mongodb://host:port or mongodb+srv://host",
            secret = true)
        String mongodb,
    @Doc(value = "file with the connection string, instead of target.mongodb", byDefault = "none")
        FileBesideProfile mongodbFile,
    @Doc("whom a TLS connection to MongoDB trusts, and who we are to it") MongodbTls mongodbTls,
    @Doc(
            value =
                "the device registry's management API, instead of its MongoDB; a few requests for"
                    + " each device, so slower",
            byDefault = "none")
        ManagementApi registry,
    @Doc(
            value = "name of the device registry's database",
            byDefault = "hono",
            form = "[A-Za-z0-9_-]{1,63}",
            expected = "letters, digits, dash and underscore, 63 at most")
        String database) {

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int MONGODB_PORT = 27_017;

  /** The servers are between a user, if there is one, and what follows a slash. */
  private static final Pattern MONGODB =
      Pattern.compile("mongodb(?:\\+srv)?://(?:[^/?]*@)?([^@/?]+)(?:[/?].*)?");

  static final RegistryAccess DEFAULT = new RegistryAccess(null, null, null, null, null);

  /** Fills in what the profile leaves open. */
  public RegistryAccess {
    database = database == null ? "hono" : database;
  }

  /** Returns whether the profile names the registry's database. */
  public boolean namesDatabase() {
    return mongodb != null || mongodbFile != null;
  }

  /**
   * Addresses of the registry, {@code host:port} each. None if its file cannot be read, which is
   * found elsewhere.
   */
  public List<String> addresses() {
    if (registry != null) {
      URI url = URI.create(registry.url());
      int standard = url.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
      return List.of(url.getHost() + ":" + (url.getPort() < 0 ? standard : url.getPort()));
    }
    try {
      Matcher servers = MONGODB.matcher(connectionString());
      return servers.matches()
          ? Stream.of(servers.group(1).split(","))
              .map(each -> each.matches(".*:[0-9]+") ? each : each + ":" + MONGODB_PORT)
              .toList()
          : List.of();
    } catch (UsageException e) {
      return List.of();
    }
  }

  /**
   * The connection string of the registry's MongoDB, with a password if it has one.
   *
   * @throws UsageException if the profile has none, or its file cannot be read
   */
  public String connectionString() throws UsageException {
    if (mongodbFile != null) {
      return new UserFile("target.mongodbFile", mongodbFile.path()).text(UserFile.SHORT).strip();
    }
    if (mongodb == null) {
      throw new UsageException(
          "target.mongodb: is missing; provisioning and its check need the registry's database");
    }
    return mongodb;
  }

  /** The way to the registry of an embedded target, of which the profile need not say it. */
  RegistryAccess toEmbedded() {
    return namesDatabase() || registry != null
        ? this
        : new RegistryAccess("mongodb://127.0.0.1:27017", null, mongodbTls, null, database);
  }

  void check(HonoDevices devices, boolean provision, ProfileChecks checks) {
    if (registry != null) {
      registry.check(devices, checks);
    }
    if (mongodb != null && mongodbFile != null) {
      checks.problem(
          "target.mongodbFile", "is given together with target.mongodb, expected one of them");
    }
    if (namesDatabase() && registry != null) {
      checks.problem("target.registry", "is given together with a MongoDB, expected one of them");
    }
    if (!namesDatabase() && registry == null && provision) {
      checks.problem(
          "target.mongodb",
          "is missing; an external target needs it, or target.registry, or target.provision:"
              + " false");
    }
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "RegistryAccess[database=" + database + "]";
  }
}
