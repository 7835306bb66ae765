// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentsOnDiskTest {
  private static final int DOCUMENTS = 500;

  @TempDir private Path directory;

  private String file() {
    return directory.resolve("registry.mv.db").toString();
  }

  private interface Doing {
    void with(MongoCollection<Document> devices);
  }

  private static void on(H2Backend backend, Doing doing) {
    MongoServer server = new MongoServer(backend);
    try (MongoClient client =
        MongoClients.create("mongodb://127.0.0.1:" + server.bind().getPort())) {
      doing.with(client.getDatabase("hono").getCollection("devices"));
    } finally {
      server.shutdownNow();
    }
  }

  private static Document device(int number) {
    return new Document("tenant-id", "T").append("device-id", "device-" + number);
  }

  private static void write(MongoCollection<Document> devices) {
    devices.createIndex(
        new Document("tenant-id", 1).append("device-id", 1), new IndexOptions().unique(true));
    for (int i = 0; i < DOCUMENTS; i++) {
      devices.insertOne(device(i));
    }
  }

  private static void assertWhole(MongoCollection<Document> devices) {
    assertThat(devices.countDocuments()).isEqualTo(DOCUMENTS);
    for (int i = 0; i < DOCUMENTS; i += 7) {
      assertThat(devices.find(device(i)).first()).isNotNull();
    }
    assertThatThrownBy(() -> devices.insertOne(device(42))).isInstanceOf(MongoWriteException.class);
    assertThat(devices.deleteOne(device(42)).getDeletedCount()).isEqualTo(1);
    devices.insertOne(device(42));
    assertThat(devices.find(device(42)).first()).isNotNull();
  }

  @Test
  void documentsAreFoundByTheirUniqueIndexNowAndAfterARestart() {
    on(
        DocumentsOnDisk.in(file()),
        devices -> {
          write(devices);
          assertWhole(devices);
        });
    on(DocumentsOnDisk.in(file()), DocumentsOnDiskTest::assertWhole);
  }

  @Test
  void aFileInTheFormerOrderKeepsIt() {
    on(new H2Backend(file()), DocumentsOnDiskTest::write);
    on(DocumentsOnDisk.in(file()), DocumentsOnDiskTest::assertWhole);
  }

  @Test
  void theIndexesAreThoseThatTheServerUses() {
    DocumentsOnDisk documents = DocumentsOnDisk.in(file());
    on(
        documents,
        devices -> {
          write(devices);
          MVStore store = documents.getMvStore();
          List<String> indexes =
              store.getMapNames().stream().filter(each -> each.contains("_index_")).toList();
          assertThat(indexes).hasSize(2);
          for (String each : indexes) {
            Map<?, ?> map = store.openMap(each);
            assertThat(map).hasSize(DOCUMENTS);
            assertThat(store.openMap(each).getKeyType()).isInstanceOf(IndexKeyType.class);
          }
        });
  }

  @Test
  void keysAreOrderedByTheirValues() {
    IndexKeyType type = new IndexKeyType();
    List<KeyValue> ordered =
        List.of(
            new KeyValue("b"),
            new KeyValue("T", 1),
            new KeyValue("T", 2),
            new KeyValue("T", "a"),
            new KeyValue("T", "b"),
            new KeyValue("U", "a"));
    for (int i = 0; i < ordered.size(); i++) {
      for (int j = 0; j < ordered.size(); j++) {
        assertThat(Integer.signum(type.compare(ordered.get(i), ordered.get(j))))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }
}
