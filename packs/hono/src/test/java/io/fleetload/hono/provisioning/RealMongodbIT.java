// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.junit.jupiter.EnabledIfDockerAvailable;
import org.testcontainers.mongodb.MongoDBContainer;

/** Against the MongoDB that registries run on; it needs Docker. */
@EnabledIfDockerAvailable
class RealMongodbIT {
  /** With a server of that version. */
  private interface Doing {
    void with(String uri, MongoDatabase database);
  }

  private static void on(String image, Doing doing) {
    try (MongoDBContainer server = new MongoDBContainer(image)) {
      server.start();
      String uri = server.getConnectionString() + "/?directConnection=true";
      try (MongoClient client = MongoClients.create(uri)) {
        doing.with(uri, client.getDatabase("hono"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongo:6", "mongo:7", "mongo:8"})
  void allIsWrittenVerifiedAndRemoved(String image) {
    on(
        image,
        (uri, database) -> {
          OneRun run = new OneRun(uri).with("devices.count=2500").with("gateways.count=20");
          assertThat(run.apply()).as(run.said.toString()).isZero();
          assertThat(run.said).noneMatch(line -> line.contains("left out"));
          assertThat(run.apply()).isZero();
          assertThat(run.lastSaid()).contains("credentials: 0 created, 0 updated, 2500 unchanged");
          assertThat(run.check()).isZero();
          assertThat(run.run(Provisioning::verify)).as(run.said.toString()).isZero();
          assertThat(names(database, "tenants")).hasSize(4);
          assertThat(names(database, "devices"))
              .contains("tenant_id.via_exists", "tenant_id.members_of_gateway_groups")
              .hasSize(4);
          assertThat(names(database, "credentials"))
              .contains("credentials_type_and_auth_id")
              .hasSize(4);
          assertThat(run.run(each -> each.remove(false))).isZero();
          assertThat(database.getCollection("devices").countDocuments()).isZero();
          assertThat(database.getCollection("credentials").countDocuments()).isZero();
        });
  }

  /** Not possible in mongo-java-server: an empty array spoils its unique index over elements. */
  @ParameterizedTest
  @ValueSource(strings = {"mongo:6", "mongo:7", "mongo:8"})
  void emptyCredentialsAreFilledAndOrphansMended(String image) {
    on(
        image,
        (uri, database) -> {
          new OneRun(uri).apply();
          database
              .getCollection("credentials")
              .updateMany(
                  new Document(), new Document("$set", new Document("credentials", List.of())));
          database.getCollection("devices").deleteOne(new Document("device-id", "device-1"));

          OneRun again = new OneRun(uri);

          assertThat(again.apply()).as(again.said::toString).isZero();
          assertThat(again.lastSaid())
              .contains("devices: 1 created, 0 updated, 2 unchanged")
              .contains("credentials: 0 created, 3 updated, 0 unchanged");
          assertThat(again.check()).isZero();
        });
  }

  private static List<String> names(MongoDatabase database, String collection) {
    return database
        .getCollection(collection)
        .listIndexes(Document.class)
        .map(index -> index.getString("name"))
        .into(new ArrayList<>());
  }
}
