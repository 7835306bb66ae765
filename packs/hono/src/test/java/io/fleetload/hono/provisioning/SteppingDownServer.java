// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The primary of a replica set that answers writes as MongoDB does while it steps down, from the
 * so-and-so-many-th write of documents on, so many times or until it is primary again.
 */
final class SteppingDownServer implements AutoCloseable {
  /** MongoDB's NotWritablePrimary. */
  private static final int NOT_WRITABLE_PRIMARY = 10_107;

  private static final Set<String> WRITES = Set.of("insert", "update", "delete");

  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final int first;
  private volatile int times;
  private final MongoServer server = new MongoServer(new Primary());
  private final int port = server.bind().getPort();
  private final MongoClient client = MongoClients.create(uri());

  private SteppingDownServer(int first, int times) {
    this.first = first;
    this.times = times;
  }

  static SteppingDownServer once(int first) {
    return new SteppingDownServer(first, 1);
  }

  /** Which of several writers meets it, and who tries again first, makes no difference to it. */
  static SteppingDownServer from(int first) {
    return new SteppingDownServer(first, Integer.MAX_VALUE - first);
  }

  void primaryAgain() {
    times = 0;
  }

  String uri() {
    return "mongodb://127.0.0.1:" + port + "/?replicaSet=rs0&serverSelectionTimeoutMS=5000";
  }

  int refused() {
    return refused.get();
  }

  MongoCollection<org.bson.Document> collection(String name) {
    return client.getDatabase("hono").getCollection(name);
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }

  private final class Primary extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      if (WRITES.contains(message.getDocument().keySet().iterator().next())) {
        int number = writes.incrementAndGet();
        if (number >= first && number < first + times) {
          refused.incrementAndGet();
          throw new MongoServerError(NOT_WRITABLE_PRIMARY, "NotWritablePrimary", "not primary");
        }
      }
      return ofReplicaSet(super.handleMessage(message));
    }

    @Override
    public Document handleCommand(
        Channel channel, String databaseName, String command, Document query) {
      return ofReplicaSet(super.handleCommand(channel, databaseName, command, query));
    }

    /** What makes a driver take this for a replica set's member, which it retries writes on. */
    private Document ofReplicaSet(Document answer) {
      if (answer.containsKey("ismaster") || answer.containsKey("isWritablePrimary")) {
        answer.put("setName", "rs0");
        answer.put("hosts", List.of("127.0.0.1:" + port));
        answer.put("me", "127.0.0.1:" + port);
        answer.put("primary", "127.0.0.1:" + port);
        answer.put("logicalSessionTimeoutMinutes", 30);
      }
      return answer;
    }
  }
}
