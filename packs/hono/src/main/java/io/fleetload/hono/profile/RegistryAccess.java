// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;

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

  static final RegistryAccess DEFAULT = new RegistryAccess(null, null, null, null, null);

  /** Fills in what the profile leaves open. */
  public RegistryAccess {
    database = database == null ? "hono" : database;
  }

  /** Returns whether the profile names the registry's database. */
  public boolean namesDatabase() {
    return mongodb != null || mongodbFile != null;
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
