// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkWritesTest {
  private final MongoServer server = new MongoServer(new MemoryBackend());
  private final MongoClient client =
      MongoClients.create("mongodb://127.0.0.1:" + server.bind().getPort());
  private final MongoCollection<Document> collection =
      client.getDatabase("hono").getCollection("devices");

  @AfterEach
  void close() {
    client.close();
    server.shutdownNow();
  }

  private static List<WriteModel<Document>> inserts(Object... ids) {
    List<WriteModel<Document>> inserts = new ArrayList<>();
    for (Object id : ids) {
      inserts.add(new InsertOneModel<>(new Document("_id", id)));
    }
    return inserts;
  }

  @Test
  void everyBatchIsWrittenAndCounted() {
    AtomicInteger told = new AtomicInteger();
    try (BulkWrites writes = new BulkWrites(collection, 3, told::addAndGet)) {
      for (int i = 0; i < 50; i++) {
        int batch = i;
        writes.send(() -> inserts(batch * 2, batch * 2 + 1));
      }
      writes.finish();

      assertThat(writes.written()).isEqualTo(100);
    }
    assertThat(told).hasValue(100);
    assertThat(collection.countDocuments()).isEqualTo(100);
  }

  @Test
  void whoMakesBatchesIsSlowedByTheWriters() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    try (BulkWrites writes = new BulkWrites(collection, 2, count -> {})) {
      Thread maker =
          new Thread(
              () -> {
                for (int i = 0; i < 100; i++) {
                  writes.send(
                      () -> {
                        int id = made.incrementAndGet();
                        await(open);
                        return inserts(id);
                      });
                }
              });
      maker.start();
      // Two writers and the maker itself hold a batch; two more wait in the queue, not yet made.
      while (made.get() < 3 && maker.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(maker.isAlive()).isTrue();
      assertThat(made.get()).isEqualTo(3);
      open.countDown();
      maker.join(TimeUnit.SECONDS.toMillis(60));
      writes.finish();
    }
    assertThat(collection.countDocuments()).isEqualTo(100);
  }

  @Test
  void theFirstFailureEndsItAndWhatWasWrittenIsCounted() {
    collection.insertOne(new Document("_id", 2));
    AtomicInteger made = new AtomicInteger();
    try (BulkWrites writes = new BulkWrites(collection, 1, count -> {})) {
      writes.send(() -> inserts(1, 2, 3));
      assertThatThrownBy(writes::finish).isInstanceOf(MongoBulkWriteException.class);

      writes.send(
          () -> {
            made.incrementAndGet();
            return inserts(4);
          });
      assertThat(writes.failed()).isTrue();
      assertThat(writes.written()).isEqualTo(2);
    }
    assertThat(made).hasValue(0);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody opened it");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
