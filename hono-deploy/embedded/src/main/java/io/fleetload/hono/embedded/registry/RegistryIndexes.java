// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.List;
import org.bson.Document;

/**
 * The indexes that Hono's registry creates, with the same keys and options. So whatever comes
 * second (this stack, provisioning or a real registry) changes nothing.
 */
final class RegistryIndexes {

  static final String TENANTS = "tenants";
  static final String DEVICES = "devices";
  static final String CREDENTIALS = "credentials";

  private record Index(String collection, IndexOptions options, List<String> keys) {

    /**
     * mongo-java-server knows only unique indexes and ignores what makes one partial: it would
     * refuse the second tenant without an alias.
     */
    boolean servedByWireServer() {
      return options.isUnique() && !keys.contains("tenant.alias");
    }
  }

  private static Index unique(String collection, String... keys) {
    return new Index(collection, new IndexOptions().unique(true), List.of(keys));
  }

  private static Index plain(String collection, String... keys) {
    return new Index(collection, new IndexOptions(), List.of(keys));
  }

  private static Document exists(String... fields) {
    Document filter = new Document();
    for (String field : fields) {
      filter.append(field, new Document("$exists", true));
    }
    return filter;
  }

  private final MongoDatabase database;
  private final boolean wireServer;

  /**
   * The indexes of a database.
   *
   * @param wireServer whether it is mongo-java-server's, which serves fewer
   */
  RegistryIndexes(MongoDatabase database, boolean wireServer) {
    this.database = database;
    this.wireServer = wireServer;
  }

  void create() {
    for (Index index : all()) {
      if (!wireServer || index.servedByWireServer()) {
        database
            .getCollection(index.collection())
            .createIndex(Indexes.ascending(index.keys()), index.options());
      }
    }
  }

  private static List<Index> all() {
    Index alias = unique(TENANTS, "tenant.alias");
    alias.options().partialFilterExpression(exists("tenant.alias"));
    Index trust =
        plain(TENANTS, "tenant-id", "tenant.trust-anchor-group", "tenant.trusted-ca.subject-dn");
    trust.options().partialFilterExpression(exists("tenant.trusted-ca"));
    Index gateways = plain(DEVICES, "tenant-id", "device.via");
    gateways.options().name("tenant_id.via_exists").partialFilterExpression(exists("device.via"));
    Index groups = plain(DEVICES, "tenant-id", "device-id", "created");
    groups
        .options()
        .name("tenant_id.members_of_gateway_groups")
        .partialFilterExpression(exists("device.memberOf"));
    Index identity = unique(CREDENTIALS, "tenant-id", "credentials.auth-id", "credentials.type");
    identity.options().partialFilterExpression(exists("credentials.auth-id", "credentials.type"));
    Index anyTenant = plain(CREDENTIALS, "credentials.auth-id", "credentials.type");
    anyTenant.options().name("credentials_type_and_auth_id");
    return List.of(
        unique(TENANTS, "tenant-id"),
        alias,
        trust,
        unique(DEVICES, "tenant-id", "device-id"),
        gateways,
        groups,
        unique(CREDENTIALS, "tenant-id", "device-id"),
        identity,
        anyTenant);
  }
}
