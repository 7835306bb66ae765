package io.fleetload.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.mongodb.MongoDBContainer;

/** Against the MongoDB that registries run on; it needs Docker. */
@Testcontainers(disabledWithoutDocker = true)
class RealMongodbIT {
  @Container private final MongoDBContainer mongodb = new MongoDBContainer("mongo:7");

  @Test
  void allIndexesAreMadeAndRepeatingChangesNothing() {
    String uri = mongodb.getConnectionString() + "/?directConnection=true";
    OneRun first = new OneRun(uri).with("devices.count=2500");
    assertThat(first.apply()).as(first.said.toString()).isZero();
    assertThat(first.said).noneMatch(line -> line.contains("left out"));

    OneRun again = new OneRun(uri).with("devices.count=2500");
    assertThat(again.apply()).isZero();
    assertThat(again.lastSaid()).contains("credentials: 0 created, 0 updated, 2500 unchanged");
    assertThat(again.check()).isZero();

    try (MongoClient client = MongoClients.create(uri)) {
      MongoDatabase database = client.getDatabase("hono");
      assertThat(names(database, "tenants")).hasSize(4);
      assertThat(names(database, "devices"))
          .contains("tenant_id.via_exists", "tenant_id.members_of_gateway_groups")
          .hasSize(4);
      assertThat(names(database, "credentials"))
          .contains("credentials_type_and_auth_id")
          .hasSize(4);
    }
  }

  /** Not possible in mongo-java-server: an empty array spoils its unique index over elements. */
  @Test
  void emptyCredentialsAreFilled() {
    String uri = mongodb.getConnectionString() + "/?directConnection=true";
    new OneRun(uri).apply();
    try (MongoClient client = MongoClients.create(uri)) {
      client
          .getDatabase("hono")
          .getCollection("credentials")
          .updateMany(new Document(), new Document("$set", new Document("credentials", List.of())));
    }

    OneRun again = new OneRun(uri);

    assertThat(again.apply()).as(again.said::toString).isZero();
    assertThat(again.lastSaid()).contains("credentials: 0 created, 3 updated, 0 unchanged");
    assertThat(again.check()).isZero();
  }

  private static List<String> names(MongoDatabase database, String collection) {
    return database
        .getCollection(collection)
        .listIndexes(Document.class)
        .map(index -> index.getString("name"))
        .into(new ArrayList<>());
  }
}
