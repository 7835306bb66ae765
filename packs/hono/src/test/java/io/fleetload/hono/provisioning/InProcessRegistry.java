// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** A registry's database in this process, and a second client that looks at what was written. */
final class InProcessRegistry implements AutoCloseable {
  private final MongoServer server = new MongoServer(new MemoryBackend());
  private final int port = server.bind().getPort();
  private final MongoClient client = MongoClients.create(uri());

  String uri() {
    return "mongodb://127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  String place() {
    return "mongodb 127.0.0.1:" + port + "/hono";
  }

  MongoCollection<Document> collection(String name) {
    return client.getDatabase("hono").getCollection(name);
  }

  List<Document> all(String name) {
    return collection(name).find().into(new ArrayList<>());
  }

  Document one(String name, String deviceId) {
    return collection(name).find(new Document("device-id", deviceId)).first();
  }

  List<String> collections(String database) {
    return client.getDatabase(database).listCollectionNames().into(new ArrayList<>());
  }

  List<Document> everything() {
    List<Document> documents = all("tenants");
    documents.addAll(all("devices"));
    documents.addAll(all("credentials"));
    return documents;
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }
}
