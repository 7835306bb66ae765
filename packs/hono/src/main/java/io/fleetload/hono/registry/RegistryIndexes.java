// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.MongoServerException;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * The indexes that Hono's registry creates when it starts, with its keys, options and names: a
 * registry that finds the same index under another name calls that a conflict and never gets ready.
 */
public final class RegistryIndexes {
  private static final int OPTIONS_CONFLICT = 85;
  private static final int KEYS_CONFLICT = 86;
  private static final int NOT_AUTHORIZED = 13;
  private static final String ALIAS = "tenant.alias";

  private record Index(
      String collection, List<String> keys, boolean unique, String name, List<String> existing) {
    IndexOptions options() {
      IndexOptions options = new IndexOptions().unique(unique);
      if (name != null) {
        options.name(name);
      }
      if (!existing.isEmpty()) {
        Document filter = new Document();
        existing.forEach(field -> filter.append(field, new Document("$exists", true)));
        options.partialFilterExpression(filter);
      }
      return options;
    }

    /**
     * mongo-java-server takes any index, but serves only unique ones and all documents of them: a
     * unique one over a field that is mostly absent would refuse the second document without it.
     */
    boolean worksWithoutFilter() {
      return unique && !keys.contains(ALIAS);
    }
  }

  private final RegistryDatabase database;

  /** The indexes of a database. */
  public RegistryIndexes(RegistryDatabase database) {
    this.database = database;
  }

  /** Indexes that are missing and would be created, by collection and keys. */
  public List<String> missing() {
    boolean whole = isMongodb();
    List<String> missing = new ArrayList<>();
    for (Index index : all()) {
      if ((whole || index.worksWithoutFilter()) && !isThere(index)) {
        missing.add(index.collection() + " {" + String.join(", ", index.keys()) + "}");
      }
    }
    return missing;
  }

  private boolean isThere(Index index) {
    for (Document each : database.collection(index.collection()).listIndexes()) {
      if (each.get("key") instanceof Document key
          && List.copyOf(key.keySet()).equals(index.keys())
          && index.unique() == each.getBoolean("unique", false)) {
        return true;
      }
    }
    return false;
  }

  /** Every MongoDB names the commit that it was built from; mongo-java-server does not. */
  private boolean isMongodb() {
    return database.command("buildInfo").containsKey("gitVersion");
  }

  /**
   * Creates those that are missing.
   *
   * @return a sentence if some are left out
   * @throws TargetException if a document in the database breaks a unique one
   */
  public Optional<String> create() throws TargetException {
    boolean whole = isMongodb();
    List<Index> all = all();
    int leftOut = 0;
    for (Index index : all) {
      boolean made = (whole || index.worksWithoutFilter()) && create(index);
      leftOut += made ? 0 : 1;
    }
    return leftOut == 0
        ? Optional.empty()
        : Optional.of(
            "%d of %d indexes are left out, which %s does not take or has with other options"
                .formatted(leftOut, all.size(), database.place()));
  }

  private boolean create(Index index) throws TargetException {
    try {
      database
          .collection(index.collection())
          .createIndex(Indexes.ascending(index.keys()), index.options());
      return true;
    } catch (MongoServerException e) {
      int code = e.getCode();
      if (code == OPTIONS_CONFLICT || code == KEYS_CONFLICT) {
        return false;
      }
      if (index.unique() && code == RegistryTrouble.DUPLICATE_KEY) {
        throw new TargetException(
            "%s has several documents in %s with the same %s; Hono's registry needs them unique:"
                    .formatted(
                        database.place(), index.collection(), String.join(" + ", index.keys()))
                + " remove the old ones");
      }
      if ((index.unique() && index.existing().isEmpty()) || code == NOT_AUTHORIZED) {
        throw e;
      }
      return false;
    }
  }

  private static List<Index> all() {
    return List.of(
        unique("tenants", List.of(), "tenant-id"),
        unique("tenants", List.of(ALIAS), ALIAS),
        new Index(
            "tenants",
            List.of("tenant-id", "tenant.trust-anchor-group", "tenant.trusted-ca.subject-dn"),
            false,
            null,
            List.of("tenant.trusted-ca")),
        unique("devices", List.of(), "tenant-id", "device-id"),
        new Index(
            "devices",
            List.of("tenant-id", "device.via"),
            false,
            "tenant_id.via_exists",
            List.of("device.via")),
        new Index(
            "devices",
            List.of("tenant-id", "device-id", "created"),
            false,
            "tenant_id.members_of_gateway_groups",
            List.of("device.memberOf")),
        unique("credentials", List.of(), "tenant-id", "device-id"),
        unique(
            "credentials",
            List.of("credentials.auth-id", "credentials.type"),
            "tenant-id",
            "credentials.auth-id",
            "credentials.type"),
        new Index(
            "credentials",
            List.of("credentials.auth-id", "credentials.type"),
            false,
            "credentials_type_and_auth_id",
            List.of()));
  }

  private static Index unique(String collection, List<String> existing, String... keys) {
    return new Index(collection, List.of(keys), true, null, existing);
  }
}
